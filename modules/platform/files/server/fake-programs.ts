/** Fake programs for tests that behave like ffmpeg and LibreOffice, and fail on demand. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pdf, picture } from './samples.ts'

/** ok: converts. fail: reports a damaged file. nothing: succeeds without a result. hang: never ends. */
export type FakeMode = 'ok' | 'fail' | 'nothing' | 'hang'

const begin = `#!/bin/sh
here=$(dirname "$0")
printf '%s\\n' "$*" >> "$here/calls"
mode=$(cat "$here/mode")
case "$mode" in
  fail) echo 'Invalid data found' >&2; exit 1;;
  nothing) exit 0;;
  hang) echo out_time_us=1000000; echo $$ > "$here/pid"; touch "$here/hanging"; exec sleep 600;;
esac
`

const ffmpeg = `${begin}
for last; do :; done
if [ "$last" = poster.png ]; then cp "$here/poster.png" poster.png; exit 0; fi
for name; do case "$name" in s*.m3u8)
  quality=\${name%.m3u8}
  printf 'first piece of %s' "$quality" > "$quality-0.ts"
  printf 'second piece of %s' "$quality" > "$quality-1.ts"
  printf '#EXTM3U\\n#EXTINF:4.000000,\\n%s-0.ts\\n#EXTINF:2.500000,\\n%s-1.ts\\n#EXT-X-ENDLIST\\n' "$quality" "$quality" > "$name"
esac; done
echo out_time_us=2000000
`

const soffice = `${begin}
while [ $# -gt 0 ]; do [ "$1" = --outdir ] && out=$2; shift; done
cp "$here/document.pdf" "$out/document.pdf"
`

export interface FakePrograms {
  readonly ffmpeg: string
  readonly soffice: string
  behave(mode: FakeMode): void
  /** Sets the components of LibreOffice, such as `writer`. Before the first call they are unknown. */
  haveComponents(names: readonly string[]): void
  /** The arguments of each call so far. */
  calls(): string[]
  isHanging(): boolean
  /** The file with the process id of a hanging program. */
  readonly pidFile: string
  remove(): void
}

export async function fakePrograms(): Promise<FakePrograms> {
  const directory = mkdtempSync(join(tmpdir(), 'shuyuan-programs-'))
  const registry = join(directory, 'share/registry')
  mkdirSync(join(directory, 'program'))
  const at = (name: string) => join(directory, 'program', name)
  for (const [name, text] of Object.entries({ ffmpeg, soffice })) {
    writeFileSync(at(name), text)
    chmodSync(at(name), 0o755)
  }
  writeFileSync(at('poster.png'), await picture('png', 320, 180))
  writeFileSync(at('document.pdf'), pdf(2))
  const behave = (mode: FakeMode) => {
    writeFileSync(at('mode'), mode)
    rmSync(at('hanging'), { force: true })
  }
  behave('ok')
  return {
    ffmpeg: at('ffmpeg'),
    soffice: at('soffice'),
    behave,
    haveComponents: (names) => {
      rmSync(registry, { recursive: true, force: true })
      mkdirSync(registry, { recursive: true })
      for (const name of ['main', ...names]) writeFileSync(join(registry, `${name}.xcd`), '')
    },
    calls: () => (existsSync(at('calls')) ? readFileSync(at('calls'), 'utf8').trim().split('\n') : []),
    pidFile: at('pid'),
    isHanging: () => existsSync(at('hanging')),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  }
}
