/** The strictest of several values and the rule that sets it; `undefined` when none does. */
export interface Strictest<R> {
  readonly value: number
  readonly rule: R | undefined
}

/**
 * The largest (or, with `'min'`, smallest) value among the rules of a group and the variant's own (domain §3.4). The
 * variant's value has no rule. Missing values say nothing.
 */
export function strictest<R>(
  pick: 'max' | 'min',
  rules: readonly R[],
  read: (rule: R) => number | null | undefined,
  own?: number | null,
): Strictest<R> | undefined {
  let best: Strictest<R> | undefined = own === null || own === undefined ? undefined : { value: own, rule: undefined }
  for (const rule of rules) {
    const value = read(rule)
    if (value === null || value === undefined) continue
    if (!best || (pick === 'max' ? value > best.value : value < best.value)) best = { value, rule }
  }
  return best
}
