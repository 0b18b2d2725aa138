import { describeTime } from '../time/describeTime'
import type { RequestCheck } from './Check'

export const inPast: RequestCheck = {
  code: 'in_past',
  passed: 'It is still to come.',
  passes: ({ world }, start) => start >= world.now,
  findings: ({ world }, start) => [{ text: `${describeTime(world.zone, start)} has already passed.` }],
}
