export { type Cells, capacityUse, type Line, type Taking, type Use } from './capacityUse'
export * from './dimensions'
export * from './measures'
export { changeOf } from './rounding'
export {
  type Bucket,
  bucketsOf,
  type Calendar,
  type Comparison,
  comparedPeriod,
  daysOf,
  instantsOf,
  type Period,
  type Slice,
  slicesOf,
} from './timeAxis'
