import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const programs = ['Xvfb', 'dbus-run-session', 'openbox', 'orca', 'firefox-esr', 'xdotool']

const preferences = `user_pref("accessibility.force_disabled", -1);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("browser.urlbar.autoFill", false);
user_pref("browser.urlbar.maxRichResults", 0);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("signon.rememberSignons", false);
`

/** Orca speaks into a file. Neither whole pages nor typed keys are read out. */
const customization = (heard: string): string => `import logging, orca.settings, orca.speech
orca.speech.init = lambda: None
logging.getLogger('speech').addHandler(logging.FileHandler('${heard}'))
orca.settings.sayAllOnLoad = False
orca.settings.enableKeyEcho = False
`

const session = (profile: string): string => `
until xdotool getdisplaygeometry; do sleep 0.2; done
gsettings set org.gnome.desktop.interface toolkit-accessibility true
xdotool mousemove 1279 899
openbox &
/usr/libexec/at-spi-bus-launcher --launch-immediately &
sleep 2
firefox-esr --no-remote --profile ${profile} --width 1280 --height 860 about:blank &
xdotool search --sync --onlyvisible --class firefox
sleep 3
orca --disable=braille &
wait
`

/** Milliseconds without a word after which Orca is done. */
const pause = 1000
const patience = 40_000

/** For a key that is pressed again and again, and always heard. */
const shortPause = 500
const keyPatience = 5000

/** What a person did, and what Orca said then. */
export interface Step {
  did: string
  said: string[]
}

export interface ScreenReader {
  /** The steps since the last call. */
  take(): Step[]
  /** Presses a key as X calls it (`Tab`, `ctrl+k`). @throws if `expected` is not said within 40 s */
  press(key: string, expected?: RegExp): Promise<void>
  /** Presses a key until something is said that matches. @throws after 60 presses */
  find(wanted: RegExp, key?: string): Promise<void>
  write(text: string, expected?: RegExp): Promise<void>
  /** Writes an address into that of the browser. */
  open(url: string): Promise<void>
  stop(): Promise<void>
}

/**
 * Orca and Firefox on a screen that nobody sees.
 * @throws with what to install if a program is missing
 */
export const startScreenReader = async (): Promise<ScreenReader> => {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const missing = programs.filter(name => !folders.some(folder => existsSync(path.join(folder, name))))
  if (missing.length)
    throw new Error(
      `Not installed: ${missing.join(', ')}. Debian: orca firefox-esr at-spi2-core xvfb dbus-x11 xdotool openbox`,
    )
  const home = await mkdtemp(path.join(os.tmpdir(), 'slotwise-orca-'))
  const [log, profile, orca] = ['said.log', 'profile', '.local/share/orca'].map(name => path.join(home, name)) as [
    string,
    string,
    string,
  ]
  await mkdir(profile)
  await mkdir(orca, { recursive: true })
  await writeFile(path.join(profile, 'user.js'), preferences)
  await writeFile(path.join(orca, 'orca-customizations.py'), customization(log))
  await writeFile(log, '')
  const env = {
    ...process.env,
    DISPLAY: `:${100 + (process.pid % 100)}`,
    HOME: home,
    LANG: 'C.UTF-8',
    GNOME_ACCESSIBILITY: '1',
    MOZ_ENABLE_WAYLAND: '0',
  }
  const start = (program: string, ...args: string[]) => spawn(program, args, { env, detached: true, stdio: 'ignore' })
  const screen = start('Xvfb', env.DISPLAY, '-screen', '0', '1280x900x24')
  const desktop = start('dbus-run-session', '--', 'bash', '-c', session(profile))

  const listen = async (): Promise<string[]> =>
    (await readFile(log, 'utf8')).split('\n').flatMap(line => {
      const [, text] = /SPEECH OUTPUT: '(.*)'(?: voice=\w+)?$/.exec(line) ?? []
      return text?.trim() ? [text.trim()] : []
    })

  let steps: Step[] = []
  /** Does something, and listens until it is said, or until nothing more is. */
  const hear = async (
    did: string,
    act: () => void,
    expected?: RegExp,
    longest = patience,
    silence = pause,
  ): Promise<string[]> => {
    const from = (await listen()).length
    act()
    const began = Date.now()
    let [said, since] = [[] as string[], began]
    const isHeard = () => !expected || said.some(text => expected.test(text))
    while ((Date.now() - since < silence || !isHeard()) && Date.now() - began < longest) {
      await wait(100)
      const now = (await listen()).slice(from)
      if (now.length > said.length) [said, since] = [now, Date.now()]
    }
    steps.push({ did, said })
    return said
  }
  const step = async (did: string, act: () => void, expected?: RegExp, longest?: number): Promise<void> => {
    const said = await hear(did, act, expected, longest)
    if (expected && !said.some(text => expected.test(text))) throw new Error(`${did}: ${expected} was not said`)
  }
  const xdotool = (...args: string[]) => void execFileSync('xdotool', args, { env })
  const key = (name: string) => () => xdotool('key', '--clearmodifiers', name)
  const type = (text: string) => () => xdotool('type', '--delay', '50', text)

  const stop = async () => {
    for (const { pid } of [desktop, screen]) if (pid) process.kill(-pid)
    await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 })
  }
  try {
    await step('starts Orca', () => {}, /Screen reader on/, 5 * patience)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    stop,
    take: () => {
      const taken = steps
      steps = []
      return taken
    },
    press: (name, expected) => step(name, key(name), expected),
    write: (text, expected) => step(`writes “${text}”`, type(text), expected),
    open: async url => {
      await step('ctrl+l', key('ctrl+l'))
      await step(`writes ${url}`, type(url))
      await step('Return', key('Return'), /./)
      // A person's way to an address is the same each time.
      steps.splice(-3, 3, { did: `opens ${new URL(url).pathname}`, said: steps.at(-1)?.said ?? [] })
    },
    find: async (wanted, name = 'Tab') => {
      for (let presses = 1; presses <= 60; presses++) {
        const said = await hear(name, key(name), /./, keyPatience, shortPause)
        if (!said.some(text => wanted.test(text))) continue
        // What was passed on the way says little.
        steps.splice(-presses, presses, { did: presses > 1 ? `${presses} × ${name}` : name, said })
        return
      }
      throw new Error(`60 × ${name} did not lead to ${wanted}`)
    },
  }
}
