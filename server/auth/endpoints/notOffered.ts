import { Hono } from 'hono'
import * as z from 'zod'
import type { AuthContext } from '../authContext'
import { AuthError, validationFailed } from '../authError'
import { authenticate, requireService } from '../bearer'
import { readBody, text } from '../requestBody'

const saml = () => new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
const linking = () => new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled')
const passkeys = () => new AuthError(404, 'passkey_disabled', 'Passkeys are disabled')
const oauthServer = () => new AuthError(404, 'feature_disabled', 'OAuth server is disabled')
const customProviders = () => new AuthError(404, 'feature_disabled', 'Custom OAuth providers are disabled')
const magicLinks = () => new AuthError(422, 'email_provider_disabled', 'Login with magic link is disabled')

const switchedOff: readonly [path: string, refusal: () => AuthError, asks: 'anyone' | 'person' | 'service'][] = [
  ['/sso', saml, 'anyone'],
  ['/passkeys', passkeys, 'anyone'],
  ['/oauth', oauthServer, 'anyone'],
  ['/.well-known/oauth-authorization-server', oauthServer, 'anyone'],
  ['/magiclink', magicLinks, 'anyone'],
  ['/user/identities', linking, 'person'],
  ['/user/oauth/grants', oauthServer, 'person'],
  ['/admin/sso', saml, 'service'],
  ['/admin/oauth', oauthServer, 'service'],
  ['/admin/custom-providers', customProviders, 'service'],
  ['/admin/users/:id/passkeys', passkeys, 'service'],
]

const oneTimePassword = z.object({ email: text.nullish(), phone: text.nullish(), create_user: z.boolean().nullish() })

const refuseOneTimePassword = ({ email, phone, create_user }: z.output<typeof oneTimePassword>): AuthError => {
  if (email && phone) return validationFailed('Only an email address or phone number should be provided')
  if (create_user === false) return new AuthError(422, 'otp_disabled', 'Signups not allowed for otp')
  if (email) return magicLinks()
  if (phone) return new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
  return validationFailed('One of email or phone must be set')
}

/** GoTrue's own refusals, which clients already handle. */
export const notOfferedEndpoints = (context: AuthContext): Hono => {
  const app = new Hono()
  for (const [path, refusal, asks] of switchedOff) {
    app.all(`${path}/*`, async c => {
      if (asks === 'person') await authenticate(context, c)
      if (asks === 'service') await requireService(context, c)
      throw refusal()
    })
  }
  return app
    .post('/otp', async c => {
      throw refuseOneTimePassword(await readBody(c, oneTimePassword))
    })
    .get('/authorize', () => {
      throw validationFailed('Unsupported provider: provider is not enabled')
    })
}
