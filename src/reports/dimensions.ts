export const timeDimensions = ['day', 'week', 'month'] as const
export const cycleDimensions = ['weekday', 'hour'] as const
export const resourceDimensions = ['resource', 'resourceType'] as const
export const recordDimensions = [...resourceDimensions, 'item', 'variant', 'channel'] as const

export const bookingDimensions = [
  ...timeDimensions,
  ...cycleDimensions,
  'leadBucket',
  ...recordDimensions,
  'source',
] as const

export const dimensions = [...bookingDimensions, 'reason'] as const

export type Dimension = (typeof dimensions)[number]
export type TimeDimension = (typeof timeDimensions)[number]
export type CycleDimension = (typeof cycleDimensions)[number]
export type RecordDimension = (typeof recordDimensions)[number]

const among =
  <T extends Dimension>(names: readonly T[]) =>
  (name: Dimension): name is T =>
    (names as readonly Dimension[]).includes(name)

export const isTime = among(timeDimensions)
export const isCycle = among(cycleDimensions)
export const isRecord = among(recordDimensions)
export const isOfResource = among(resourceDimensions)

/** Minutes from booking to start; a bucket ends where the next begins. */
export const leadBuckets = { '0h': 0, '2h': 120, '1d': 1440, '3d': 4320, '1w': 10_080, '4w': 40_320 } as const

/** These also show empty rows. */
export const fixedKeys: Readonly<Partial<Record<Dimension, readonly (string | number)[]>>> = {
  weekday: [1, 2, 3, 4, 5, 6, 7],
  hour: Array.from({ length: 24 }, (_, hour) => hour),
  leadBucket: Object.keys(leadBuckets),
}
