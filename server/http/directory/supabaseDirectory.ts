import type { AuthError } from '@supabase/supabase-js'
import * as z from 'zod'
import { type SupabaseProject, supabaseClient } from '../../supabaseClient'
import { authUnavailable } from '../identity/tokenVerifier'
import { invalidField } from '../problem'
import type { UserDirectory } from './userDirectory'

/** A hundred years, since GoTrue has no permanent ban. */
const forEver = '876000h'

const hasBeenInvited = z.guid()

const refused = (error: AuthError): Error =>
  error.code === 'email_exists'
    ? invalidField('email', 'validation.unique')
    : authUnavailable(new Error(`The auth service answered ${error.code ?? error.status ?? 'nothing'}.`))

const authOf = (project: SupabaseProject) => supabaseClient(project, 10_000).auth

/** Mails the project's own templates: an invitation to new people, a sign-in link to others. */
export const supabaseInvitations = ({ siteUrl, ...project }: SupabaseProject & { siteUrl: string }) => {
  const auth = authOf(project)
  const page = (path: string) => new URL(path, siteUrl).href
  return async (to: string): Promise<void> => {
    const { error } = await auth.admin.inviteUserByEmail(to, { redirectTo: page('/new-password') })
    if (!error) return
    if (error.code !== 'email_exists') throw refused(error)
    const options = { shouldCreateUser: false, emailRedirectTo: page('/settings/invitations') }
    const { error: other } = await auth.signInWithOtp({ email: to, options })
    if (other) throw refused(other)
  }
}

export const supabaseDirectory = (project: SupabaseProject): UserDirectory => {
  const { admin } = authOf(project)

  return {
    async invite({ email, name }) {
      const { data, error } = await admin.inviteUserByEmail(email, { data: name ? { name } : {} })
      if (!error) return hasBeenInvited.parse(data.user.id)
      if (error.code === 'email_exists') return null
      throw refused(error)
    },
    async update(id, { email, isActive }) {
      const ban = isActive === undefined ? {} : { ban_duration: isActive ? 'none' : forEver }
      const { error } = await admin.updateUserById(id, { ...(email && { email }), ...ban })
      if (error && error.status !== 404) throw refused(error)
    },
    async delete(id) {
      const { error } = await admin.deleteUser(id)
      if (error && error.status !== 404) throw refused(error)
    },
  }
}
