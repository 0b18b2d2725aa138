import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const installed = [
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** A development dependency's Chromium (Linux x64), a quarter faster for want of windows. */
const carried = async (): Promise<string> => {
  if (process.platform !== 'linux' || process.arch !== 'x64') return ''
  // Makes the package unpack shared libraries that a bare machine lacks; read at its import.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x'
  const { default: chromium } = await import('@sparticuz/chromium')
  const file = await chromium.executablePath()
  return spawnSync(file, ['--version']).status === 0 ? file : ''
}

/**
 * The path of a Chromium: `CHROME_PATH`, the development dependency's, or an installed one.
 * @throws with what to do if there is none
 */
export const findChromium = async (): Promise<string> => {
  const found = process.env.CHROME_PATH || (await carried()) || installed.find(file => existsSync(file))
  if (found) return found
  throw new Error('No Chromium was found. Install Chrome or Chromium, or set CHROME_PATH to one.')
}
