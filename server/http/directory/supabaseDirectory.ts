import * as z from 'zod'
import { authUnavailable } from '../identity/tokenVerifier'
import { invalidField } from '../problem'
import type { UserDirectory } from './userDirectory'

interface SupabaseDirectoryOptions {
  /** Such as `https://x.supabase.co/auth/v1`. */
  authUrl: string
  serviceRoleKey: string
}

const invited = z.object({ id: z.guid() })
const refusal = z.object({ error_code: z.string().optional(), code: z.union([z.string(), z.number()]).optional() })

/** GoTrue has no "for ever": a hundred years. */
const forEver = '876000h'

/** Supabase Auth's admin API, for hosted projects. */
export const supabaseDirectory = ({ authUrl, serviceRoleKey }: SupabaseDirectoryOptions): UserDirectory => {
  const headers = {
    Authorization: `Bearer ${serviceRoleKey}`,
    apikey: serviceRoleKey,
    'Content-Type': 'application/json',
  }
  const call = (method: string, path: string, body?: object): Promise<Response> =>
    fetch(`${authUrl}${path}`, {
      method,
      headers,
      signal: AbortSignal.timeout(10_000),
      ...(body && { body: JSON.stringify(body) }),
    }).catch(error => {
      throw authUnavailable(error)
    })

  const refusalCode = async (response: Response): Promise<string> => {
    const { error_code, code } = refusal.catch({}).parse(await response.json().catch(() => ({})))
    return error_code ?? String(code ?? response.status)
  }
  const refused = (code: string): Error =>
    code === 'email_exists'
      ? invalidField('email', 'validation.unique')
      : authUnavailable(new Error(`The auth service answered ${code}.`))

  const sendInvitation = ({ email, name }: { email: string; name: string | null }): Promise<Response> =>
    call('POST', '/invite', { email, data: name ? { name } : {} })

  return {
    async invite(user) {
      const response = await sendInvitation(user)
      if (response.ok) return invited.parse(await response.json()).id
      const code = await refusalCode(response)
      if (code === 'email_exists') return null
      throw refused(code)
    },
    async resendInvitation(user) {
      // An address whose owner has not confirmed it yet is simply invited again.
      const response = await sendInvitation(user)
      if (response.ok) return 'sent'
      if (response.status === 429) return 'limited'
      const code = await refusalCode(response)
      if (code === 'email_exists') return 'accepted'
      throw refused(code)
    },
    async update(id, { email, isActive }) {
      const ban = isActive === undefined ? {} : { ban_duration: isActive ? 'none' : forEver }
      const response = await call('PUT', `/admin/users/${id}`, { ...(email && { email }), ...ban })
      if (!response.ok && response.status !== 404) throw refused(await refusalCode(response))
    },
    async delete(id) {
      const response = await call('DELETE', `/admin/users/${id}`)
      if (!response.ok && response.status !== 404) throw refused(await refusalCode(response))
    },
  }
}
