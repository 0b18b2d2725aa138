import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDataProvider, useNotify } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import { addDays, isDate } from '../../declare'
import type { Schedule } from '../../resources/schedules'
import { timeslots } from '../../resources/timeslots'
import { type SlotwiseDataProvider, todayIn, useFailure, useSettled } from '../../show'
import { type GenerationInput, type noCounts, planGeneration, runGeneration } from './generation'
import { useText } from './useText'

/** In milliseconds. */
const rest = 400

type Run =
  | { phase: 'idle' }
  | { phase: 'running' /** 0 to 1. */; done: number }
  | { phase: 'done'; counts: typeof noCounts; isStopped: boolean }

const isPossible = ({ from, to }: GenerationInput, today: string): boolean =>
  isDate(from) && isDate(to) && from >= today && from <= to && to < addDays(from, 366)

export const useGeneration = (schedule: Schedule) => {
  const text = useText()
  const notify = useNotify()
  const failureOf = useFailure()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const id = String(schedule.id)
  const today = todayIn(schedule.timeZone)
  const [input, setInput] = useState<GenerationInput>({
    from: today,
    to: addDays(today, 27),
    slotDurationMinutes: schedule.slotDurationMinutes ?? null,
    gapMinutes: schedule.slotGapMinutes ?? null,
    capacity: schedule.slotCapacity ?? null,
    onExisting: 'keep',
  })
  const asked = useSettled(input, rest)
  const [run, setRun] = useState<Run>({ phase: 'idle' })
  const [failure, setFailure] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  const stop = () => running.current?.abort()
  useEffect(() => () => running.current?.abort(), [])

  const isValid = isPossible(input, today)
  const plan = useQuery({
    queryKey: [timeslots.name, 'plan', schedule.id, asked],
    queryFn: ({ signal }) => planGeneration(dataProvider, id, asked, signal),
    enabled: isPossible(asked, today) && run.phase === 'idle',
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })

  const generate = async () => {
    const controller = new AbortController()
    running.current = controller
    setFailure(null)
    setRun({ phase: 'running', done: 0 })
    try {
      const counts = await runGeneration(dataProvider, id, asked, {
        onProgress: done => setRun({ phase: 'running', done }),
        signal: controller.signal,
      })
      setRun({ phase: 'done', counts, isStopped: controller.signal.aborted })
      notify(text('timeslots.generated', { smart_count: counts.created }), { type: 'success' })
    } catch (error) {
      setFailure(failureOf(error).detail)
      setRun({ phase: 'idle' })
    }
  }

  return {
    today,
    input,
    setInput,
    isValid,
    plan,
    plannedFrom: asked.from,
    isPlanCurrent: isValid && input === asked && !plan.isPlaceholderData && !plan.isFetching,
    run,
    failure,
    generate,
    stop,
  }
}

export type Generation = ReturnType<typeof useGeneration>
