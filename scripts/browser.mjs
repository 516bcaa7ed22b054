/** Finds a Chromium for the browser tests, and installs one if there is none. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fail, root, run, tool } from './project.mjs'

// The headless shell draws pages without windows, at half the cost.
const shell = '/usr/bin/chromium-headless-shell'
const usual = [
  shell,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

export const ensureBrowser = () => {
  const onDebian = existsSync('/etc/debian_version') && process.getuid?.() === 0
  if (!process.env.BITQUAY_CHROMIUM && onDebian && !existsSync(shell)) {
    process.stdout.write('Installing a browser for the tests…\n')
    run('apt-get', ['update', '-qq'], { stdio: 'ignore' })
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'], { stdio: 'ignore' })
  }
  const found = findBrowser()
  if (found) return found
  run(tool('playwright'), ['install', 'chromium'])
  return findBrowser() ?? fail('Couldn’t find or install Chromium. Set BITQUAY_CHROMIUM to its path.')
}

const findBrowser = () => {
  const given = process.env.BITQUAY_CHROMIUM
  if (given) return existsSync(given) ? given : fail(`BITQUAY_CHROMIUM points to ${given}, which doesn’t exist.`)
  const own = () => createRequire(`${root}/e2e/`)('playwright-core').chromium.executablePath()
  return [...usual, own()].find((path) => existsSync(path))
}
