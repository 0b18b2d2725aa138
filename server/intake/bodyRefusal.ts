export type RefusedBecause = 'tooLarge' | 'tooSlow' | 'broken' | 'busy'

export class BodyRefusal extends Error {
  readonly because: RefusedBecause

  constructor(because: RefusedBecause, cause?: unknown) {
    super(`The body was not read: ${because}.`, { cause })
    this.name = 'BodyRefusal'
    this.because = because
  }
}
