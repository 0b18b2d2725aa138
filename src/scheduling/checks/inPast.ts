import { atTime } from '../sentences/Sentence'
import type { RequestCheck } from './Check'

export const inPast: RequestCheck = {
  code: 'in_past',
  passes: ({ world }, start) => start >= world.now,
  findings: ({ world }, start) => [{ sentence: 'in_past', params: { start: atTime(world.zone, start) } }],
}
