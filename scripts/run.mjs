import { spawn } from 'node:child_process'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '..')

export const bin = name => path.join(root, 'node_modules/.bin', name)

export const said = []

/** @param isQuiet holds the output back until the end */
export const run = (isQuiet, name, ...command) =>
  new Promise(resolve => {
    const started = Date.now()
    if (!isQuiet) process.stdout.write(`\n— ${name}\n`)
    const [file, ...args] = command
    const output = isQuiet ? 'pipe' : 'inherit'
    const child = spawn(file, args, { cwd: root, stdio: ['ignore', output, output] })
    const chunks = []
    child.stdout?.on('data', chunk => chunks.push(chunk))
    child.stderr?.on('data', chunk => chunks.push(chunk))
    child.on('error', error => chunks.push(Buffer.from(`${error.message}\n`)))
    child.on('close', status => {
      const seconds = ((Date.now() - started) / 1000).toFixed(1)
      if (isQuiet) process.stdout.write(Buffer.concat([Buffer.from(`\n— ${name}\n`), ...chunks]))
      process.stdout.write(`— ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s\n`)
      if (status !== 0) said.push(`✘ ${name}`)
      resolve(status === 0)
    })
  })
