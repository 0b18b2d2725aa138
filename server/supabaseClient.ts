import { createClient } from '@supabase/supabase-js'
import { patientFetch } from './outgoing/patientFetch'

export interface SupabaseProject {
  url: string
  serviceRoleKey: string
}

/** The client requires a WebSocket. Node.js 20 lacks one, and nothing here opens it. */
const transport = globalThis.WebSocket ?? class {}

/**
 * Has all rights in the project.
 * @param patience how long to wait for an answer, in milliseconds
 */
export const supabaseClient = ({ url, serviceRoleKey }: SupabaseProject, patience: number) =>
  createClient(url, serviceRoleKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    realtime: { transport },
    global: { fetch: patientFetch(patience) },
  })
