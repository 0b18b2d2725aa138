import type { SlotwiseDataProvider } from '../../../dataProvider/createDataProvider'
import type { GenerationPlan, PlannedTimeslot } from '../../../scheduling'
import { addDays } from '../../inputs/hours/dates'

/** What a generation is told; null is the schedule's own. */
export interface GenerationInput {
  /** Local dates of the schedule, both included. */
  from: string
  to: string
  slotDurationMinutes: number | null
  gapMinutes: number | null
  capacity: number | null
  onExisting: 'keep' | 'replace_unbooked'
}

type Counts = Pick<GenerationPlan, 'created' | 'kept' | 'deleted' | 'conflicts'>

export const noCounts: Counts = { created: 0, kept: 0, deleted: 0, conflicts: 0 }

const callGenerate = async (
  dataProvider: SlotwiseDataProvider,
  id: string,
  input: GenerationInput,
  dryRun: boolean,
  signal?: AbortSignal,
): Promise<GenerationPlan> => {
  const body = { ...input, dryRun }
  return (await dataProvider.call('POST', '/schedules/{id}/generate', {
    params: { id },
    body,
    signal,
  })) as GenerationPlan
}

/** What generating would do; nothing is written. */
export const planGeneration = (
  dataProvider: SlotwiseDataProvider,
  id: string,
  input: GenerationInput,
  signal?: AbortSignal,
): Promise<GenerationPlan> => callGenerate(dataProvider, id, input, true, signal)

/** Days generated at a time: so that there is progress to show, and a place to stop. */
const daysAtATime = 31

/** A range of dates in parts that follow each other. */
export const partsOf = (from: string, to: string): { from: string; to: string }[] => {
  const parts: { from: string; to: string }[] = []
  for (let first = from; first <= to; first = addDays(first, daysAtATime)) {
    const last = addDays(first, daysAtATime - 1)
    parts.push({ from: first, to: last < to ? last : to })
  }
  return parts
}

interface RunOptions {
  /** From 0 to 1. */
  onProgress: (done: number) => void
  /** Stops before the next part; what was made stays. */
  signal: AbortSignal
}

/** Generates part by part. Answers what was done, also when it was stopped. @throws what the API refuses */
export const runGeneration = async (
  dataProvider: SlotwiseDataProvider,
  id: string,
  input: GenerationInput,
  { onProgress, signal }: RunOptions,
): Promise<Counts> => {
  const parts = partsOf(input.from, input.to)
  let done = noCounts
  for (const [index, part] of parts.entries()) {
    if (signal.aborted) break
    const { created, kept, deleted, conflicts } = await callGenerate(dataProvider, id, { ...input, ...part }, false)
    done = {
      created: done.created + created,
      kept: done.kept + kept,
      deleted: done.deleted + deleted,
      conflicts: done.conflicts + conflicts,
    }
    onProgress((index + 1) / parts.length)
  }
  return done
}

export type PlannedAction = PlannedTimeslot['action']
