/** Programs that we start read and write UTF-8, whatever the environment says. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const locale = join(import.meta.dirname, 'locale.mjs')
const program = `
import { execFileSync } from 'node:child_process'
import { setUtf8Locale } from ${JSON.stringify(locale)}
setUtf8Locale()
process.stdout.write(execFileSync('locale', ['charmap']))`

it.each([
  ['no locale', {}],
  ['the locale of C', { LC_ALL: 'C' }],
  ['another encoding', { LANG: 'zh_CN.GB18030' }],
  ['a locale that is not installed', { LANG: 'tlh_QO.UTF-8' }],
])('with %s', (_, environment) => {
  const { PATH } = process.env
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], { env: { PATH, ...environment } })
  expect(said.toString().trim()).toBe('UTF-8')
})
