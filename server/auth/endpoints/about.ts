import { Hono } from 'hono'
import type { AuthContext } from '../authContext'

export const aboutEndpoints = ({ confirmEmail, mayStillSignUp, keys }: AuthContext): Hono =>
  new Hono()
    .get('/settings', c =>
      c.json({
        external: { email: true, phone: false, anonymous_users: false },
        disable_signup: mayStillSignUp !== null,
        mailer_autoconfirm: !confirmEmail,
        phone_autoconfirm: false,
      }),
    )
    .get('/health', c =>
      c.json({ name: 'GoTrue', description: 'Slotwise’s embedded auth service, with Supabase Auth’s protocol' }),
    )
    .get('/.well-known/jwks.json', c => c.json(keys.jwks()))
