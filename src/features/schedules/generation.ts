import { calls } from '../../calls'
import type { CallInput } from '../../declare'
import { addDays } from '../../declare'
import type { GenerationPlan, PlannedTimeslot } from '../../scheduling'
import type { SlotwiseDataProvider } from '../../show'
import { whenFree } from '../whatIf/whenFree'

/** Null means the schedule's. */
export type GenerationInput = Omit<CallInput<typeof calls.schedules.generate>['body'], 'dryRun'>

type Counts = Pick<GenerationPlan, 'created' | 'kept' | 'deleted' | 'conflicts'>

export const noCounts: Counts = { created: 0, kept: 0, deleted: 0, conflicts: 0 }

const callGenerate = (
  dataProvider: SlotwiseDataProvider,
  id: string,
  input: GenerationInput,
  dryRun: boolean,
  signal?: AbortSignal,
): Promise<GenerationPlan> =>
  whenFree(
    () => dataProvider.call(calls.schedules.generate, { params: { id }, body: { ...input, dryRun }, signal }),
    signal,
  )

export const planGeneration = (
  dataProvider: SlotwiseDataProvider,
  id: string,
  input: GenerationInput,
  signal?: AbortSignal,
): Promise<GenerationPlan> => callGenerate(dataProvider, id, input, true, signal)

/** Small parts show progress, and can be stopped. */
const daysAtATime = 31

export const partsOf = (from: string, to: string): { from: string; to: string }[] => {
  const parts: { from: string; to: string }[] = []
  for (let first = from; first <= to; first = addDays(first, daysAtATime)) {
    const last = addDays(first, daysAtATime - 1)
    parts.push({ from: first, to: last < to ? last : to })
  }
  return parts
}

interface RunOptions {
  /** 0 to 1. */
  onProgress: (done: number) => void
  /** Stops before the next part; done parts stay. */
  signal: AbortSignal
}

/**
 * The counts of the done parts, even if stopped.
 *
 * @throws the API's refusal
 */
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
