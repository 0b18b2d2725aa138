import type { Caller } from './identity/caller'
import type { Route } from './route'

interface Variables {
  requestId: string
  caller?: Caller | null
  route?: Route
  isOfCrowd?: boolean | undefined
  problem?: string
  failure?: Record<string, unknown> | null
}

export type Environment = { Variables: Variables }
