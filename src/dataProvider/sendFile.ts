import type { Sending } from './httpClient'

interface Sent {
  method: string
  headers: Readonly<Record<string, string>>
  signal?: AbortSignal
}

const headersOf = (request: XMLHttpRequest): Headers =>
  new Headers(
    request
      .getAllResponseHeaders()
      .split('\r\n')
      .filter(Boolean)
      .map((line): [string, string] => {
        const [name = '', ...value] = line.split(': ')
        return [name, value.join(': ')]
      }),
  )

/** `fetch` with progress. Rejects without an answer. */
export const sendFile = (
  url: string,
  { method, headers, signal }: Sent,
  { blob, onProgress }: Sending,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    for (const [name, value] of Object.entries({ ...headers, 'Content-Type': 'application/octet-stream' }))
      request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total)
    }
    request.onload = () => {
      const { status, statusText, responseText } = request
      resolve(new Response(responseText || null, { status, statusText, headers: headersOf(request) }))
    }
    request.onerror = () => reject(new TypeError('The file could not be sent.'))
    const abort = () => {
      request.abort()
      reject(signal?.reason)
    }
    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort, { once: true })
    request.send(blob)
  })
