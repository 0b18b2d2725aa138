import type { AllocationInput, CapacityMode } from '../snapshot'

/** An allocation that takes capacity, with its instants as integers (domain §3.6). */
export interface Consumer {
  readonly start: number
  readonly end: number
  readonly blockedStart: number
  readonly blockedEnd: number
  readonly quantity: number
  readonly mode: CapacityMode
  /** The record as given, for its ids. */
  readonly allocation: AllocationInput
}
