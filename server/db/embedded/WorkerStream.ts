import { Duplex } from 'node:stream'
import type { Worker } from 'node:worker_threads'

/** Replaces the socket of pg's client by the worker that runs PostgreSQL. */
export class WorkerStream extends Duplex {
  readonly #worker: Worker

  constructor(worker: Worker) {
    super()
    this.#worker = worker
    worker.on('message', this.#receive).on('exit', this.#fail)
  }

  connect() {
    queueMicrotask(() => (this.#worker.threadId > 0 ? this.emit('connect') : this.#fail()))
  }

  // pg expects these methods of a socket.
  setNoDelay() {}
  setKeepAlive() {}
  ref() {}
  unref() {}

  override _read() {}

  override _write(chunk: Buffer, _encoding: string, done: () => void) {
    this.#worker.postMessage(new Uint8Array(chunk))
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void) {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), '', done)
  }

  override _final(done: () => void) {
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    this.#worker.off('message', this.#receive).off('exit', this.#fail)
    done(error)
  }

  readonly #receive = (message: unknown) => {
    if (message instanceof Uint8Array) this.push(Buffer.from(message.buffer, message.byteOffset, message.byteLength))
  }

  readonly #fail = () => {
    this.destroy(new Error('The embedded database has stopped.'))
  }
}
