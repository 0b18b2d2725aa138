import { concluded, withoutOffer } from '../../../src/resources/waitlistActions'
import { type EntryRecord, type LockedEntry, saveEntry } from './entryScope'
import { endHold } from './offerOutcome'

export const cancelEntry = async (entry: LockedEntry, reason: string | null): Promise<EntryRecord> => {
  await endHold(entry, { by: 'staff', reason })
  return saveEntry(entry, { ...withoutOffer, status: 'cancelled', offers: concluded(entry.now.offers, 'withdrawn') })
}
