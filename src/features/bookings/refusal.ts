import type { EngineMessage, Slot } from '../../scheduling'

export interface Reason extends EngineMessage {
  code: string
  resourceId?: string | null
  ruleId?: string | null
  ruleName?: string | null
  /** Staff may override it, with a reason. */
  isOverridable?: boolean
}

export interface Refusal {
  detail: string
  reasons: readonly Reason[]
  alternatives: readonly Slot[]
  isOverridable: boolean
}

interface SlotUnavailable {
  code?: string
  detail?: string
  reasons?: readonly Reason[]
  alternatives?: readonly Slot[]
}

/** Null for any error but `slot_unavailable`. */
export const refusalOf = (error: unknown): Refusal | null => {
  const { message = '', body } = (error ?? {}) as { message?: string; body?: SlotUnavailable }
  if (body?.code !== 'slot_unavailable') return null
  const { detail = message, reasons = [], alternatives = [] } = body
  return {
    detail,
    reasons,
    alternatives,
    isOverridable: reasons.length > 0 && reasons.every(({ isOverridable }) => isOverridable),
  }
}
