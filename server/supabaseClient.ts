import { createClient } from '@supabase/supabase-js'
import { patientFetch } from './outgoing/patientFetch'

export interface SupabaseProject {
  url: string
  serviceRoleKey: string
}

/** The client requires a WebSocket, which Node.js 20 lacks, but opens none. */
const transport = globalThis.WebSocket ?? class {}

/** Has all rights in the project. @param patience milliseconds */
export const supabaseClient = ({ url, serviceRoleKey }: SupabaseProject, patience: number) =>
  createClient(url, serviceRoleKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    realtime: { transport },
    global: { fetch: patientFetch(patience) },
  })
