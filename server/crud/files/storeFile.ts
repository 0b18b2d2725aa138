import type { AnyField } from '../../../src/schema'
import type { Transaction } from '../../db/database'
import { insertUpload } from '../../files/storedFiles'
import { examine } from './examine'
import { fileValue } from './withFiles'

const nobody = '00000000-0000-0000-0000-000000000000'

/** Stores a file of demo data like an upload, without an uploader, since users are written last. Returns the field's value. */
export const storeFile = async (db: Transaction, tenantId: string, field: AnyField, bytes: Uint8Array) => {
  const upload = examine(bytes, 'file', field, undefined)
  await insertUpload(db, tenantId, upload, { userId: nobody, isInBucket: false })
  return fileValue(field, tenantId, upload.id, upload)
}
