import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

/** Authenticator apps assume SHA-1, six digits and 30 seconds. */
const period = 30
const settings = { algorithm: 'SHA1', digits: 6, period }
/** Tolerates slightly wrong clocks. */
const window = 1

export interface NewTotp {
  secret: string
  uri: string
  svg: string
}

export const newTotp = (issuer: string, label: string): NewTotp => {
  const totp = new TOTP({ ...settings, issuer, label, secret: new Secret() })
  const uri = totp.toString()
  return { secret: totp.secret.base32, uri, svg: renderSVG(uri, { ecc: 'M', border: 2, pixelSize: 4 }) }
}

export const stepOf = (code: string, secret: string, now: number): number | null => {
  const delta = TOTP.validate({
    ...settings,
    token: code,
    secret: Secret.fromBase32(secret),
    timestamp: now,
    window,
  })
  return delta === null ? null : TOTP.counter({ period, timestamp: now }) + delta
}
