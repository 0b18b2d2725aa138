import { MINUTE } from '../../src/time/instant'
import { type SupabaseProject, supabaseClient } from '../supabaseClient'
import { type Bucket, BucketFailure } from './storedFiles'

interface Options extends SupabaseProject {
  name: string
}

const isMissing = (error: { message: string; statusCode?: string }): boolean =>
  error.statusCode === '404' || /not.?found/i.test(error.message)

/** A private bucket, created by the first upload. */
export const supabaseBucket = ({ name, ...project }: Options): Bucket => {
  const { storage } = supabaseClient(project, MINUTE)
  const failed = (what: string, error: Error) =>
    new BucketFailure(`Supabase Storage did not ${what}.`, { cause: error })

  const make = async (): Promise<void> => {
    const { error } = await storage.createBucket(name, { public: false })
    // Another process may have created it.
    if (error && !/already exists|duplicate/i.test(error.message)) throw failed('make the bucket', error)
  }
  const send = async (path: string, bytes: Uint8Array, type: string) => {
    const { error } = await storage.from(name).upload(path, bytes, { contentType: type, cacheControl: '0' })
    return error
  }
  return {
    put: async (path, bytes, type) => {
      let error = await send(path, bytes, type)
      if (error && isMissing(error)) {
        await make()
        error = await send(path, bytes, type)
      }
      if (error) throw failed('take a file', error)
    },
    get: async path => {
      const { data, error } = await storage.from(name).download(path)
      if (error) {
        const { status } = (error as { originalError?: { status?: number } }).originalError ?? {}
        if (isMissing(error) || status === 404 || status === 400) return null
        throw failed('give a file', error)
      }
      return new Uint8Array(await data.arrayBuffer())
    },
    remove: async paths => {
      const { error } = await storage.from(name).remove([...paths])
      if (error) throw failed('remove files', error)
    },
  }
}
