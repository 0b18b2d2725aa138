import { existsSync } from 'node:fs'

const installed = [
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * Where a Chromium is: `CHROME_PATH`, an installed one, or the one that a development dependency carries (Linux x64).
 * @throws with what to do when there is none
 */
export const findChromium = async (): Promise<string> => {
  const found = [process.env.CHROME_PATH ?? '', ...installed].find(file => file !== '' && existsSync(file))
  if (found) return found
  if (process.platform === 'linux' && process.arch === 'x64') {
    // Makes the package unpack the shared libraries that a bare machine lacks; read when it is imported.
    process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x'
    const { default: chromium } = await import('@sparticuz/chromium')
    return chromium.executablePath()
  }
  throw new Error('No Chromium was found. Install Chrome or Chromium, or set CHROME_PATH to one.')
}
