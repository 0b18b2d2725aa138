import { IntervalCursor } from '../intervals/IntervalCursor'
import type { Intervals } from '../intervals/Intervals'
import { mergeIntervals } from '../intervals/mergeIntervals'
import { SortedCursor } from '../intervals/SortedCursor'

/** Open hours over a horizon, shared by all resources that have them, cursors included. */
export class Hours {
  readonly key: string
  /** Blocks as they are, each the anchor of a grid. */
  readonly blocks: Intervals
  /** Over the starts of the blocks. */
  readonly anchors: SortedCursor
  /** The blocks merged. */
  readonly windows: IntervalCursor

  constructor(key: string, blocks: Intervals) {
    this.key = key
    this.blocks = blocks
    this.anchors = new SortedCursor(blocks.starts)
    this.windows = new IntervalCursor(mergeIntervals(blocks))
  }
}
