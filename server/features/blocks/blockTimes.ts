import type { Block } from '../../../src/resources/blocks'
import type { BlockTimes } from '../../../src/scheduling'

export const timesOf = ({ startsAt, endsAt, repeats }: Pick<Block, 'startsAt' | 'endsAt' | 'repeats'>): BlockTimes => ({
  startsAt: Date.parse(startsAt),
  endsAt: Date.parse(endsAt),
  repeats,
})
