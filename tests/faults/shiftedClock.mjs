// Sets the clock of the process that imports it first off by CLOCK_OFFSET milliseconds.
const offset = Number(process.env.CLOCK_OFFSET ?? 0)
const TrueDate = Date
const now = () => TrueDate.now() + offset
globalThis.Date = new Proxy(TrueDate, {
  construct: (target, given, newTarget) => Reflect.construct(target, given.length > 0 ? given : [now()], newTarget),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
