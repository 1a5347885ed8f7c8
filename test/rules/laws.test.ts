/** Each law's check has been seen to fail: a violation of each is planted into a copy of the tree, and reported. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { copyTree, type PlantedTree, recordTypes } from './planted.ts'

interface Plant {
  readonly law: string
  readonly plant: (tree: PlantedTree) => void
  /** Stands in the report. */
  readonly reported: RegExp
}

const file =
  (path: string, ...lines: string[]) =>
  (tree: PlantedTree) =>
    tree.write(path, `${lines.join('\n')}\n`)

/** One report that says all of these, in their order. */
const all = (...patterns: readonly RegExp[]) => new RegExp(patterns.map(({ source }) => source).join('[^]*'))

/** By the part of `npm run check` that has to see them. */
const plants: Readonly<Record<string, readonly Plant[]>> = {
  words: [
    {
      law: 'a clean folder has plain words',
      plant: file('modules/live/live/server/plain.ts', 'export const toldOnce = 1'),
      reported: /modules\/live\/live\/server\/plain\.ts:1: “told” is not plain: sent, notified/,
    },
    {
      law: 'a phrase of the old words is not plain either',
      plant: file('modules/live/live/server/phrases.ts', '// Members are let off.', 'export const phrases = 1'),
      reported: /modules\/live\/live\/server\/phrases\.ts:1: “let off” is not plain: waive, waiver/,
    },
    {
      law: 'names and prose have American spelling',
      plant: file(
        'modules/live/live/server/spelling.ts',
        '// Its colour is normalised.',
        'export const favouriteOf = 1',
      ),
      reported: all(
        /spelling\.ts:1: “-our” is not plain/,
        /spelling\.ts:1: “-ise” is not/,
        /spelling\.ts:2: “-our” is/,
      ),
    },
    {
      law: 'a file of a clean folder has a plain name',
      plant: file('modules/live/live/server/upkeep.ts', 'export const minutes = 1'),
      reported: /modules\/live\/live\/server\/upkeep\.ts: “upkeep” is not plain: maintenance/,
    },
  ],
  dependencies: [
    {
      law: 'kit imports nothing of ours',
      plant: file(
        'kit/planted.ts',
        "import { districts } from '#modules/graph.ts'",
        'export const planted = districts',
      ),
      reported: /kit\/planted\.ts:1: kit imports nothing of ours/,
    },
    {
      law: 'kit imports no package but typebox',
      plant: file('kit/planted-io.ts', "import { readFileSync } from 'node:fs'", 'export const planted = readFileSync'),
      reported: /kit\/planted-io\.ts:1: kit and contracts import no package but typebox/,
    },
    {
      law: 'a contract imports kit, typebox and contracts only',
      plant: file(
        'modules/platform/files/contract.ts',
        "import { ruleValue } from '#modules/platform/settings/server.ts'",
        'ruleValue',
      ),
      reported: /modules\/platform\/files\/contract\.ts:1: a contract imports kit, typebox and contracts only/,
    },
    {
      law: 'the server shell imports modules only in modules.ts',
      plant: file(
        'server/http/planted.ts',
        "import { ruleValue } from '#modules/platform/settings/server.ts'",
        'ruleValue',
      ),
      reported: /server\/http\/planted\.ts:1: server\/ reaches the modules only in server\/modules\.ts/,
    },
    {
      law: 'the browser shell imports modules only in modules.ts',
      plant: file('web/planted.ts', "import { settings } from '#modules/platform/settings/contract.ts'", 'settings'),
      reported: /web\/planted\.ts:1: web\/ reaches the modules only in web\/modules\.ts/,
    },
    {
      law: 'a module reaches another only along the graph',
      plant: file(
        'modules/platform/settings/server/up.ts',
        "import { identity } from '#modules/platform/identity/contract.ts'",
        'identity',
      ),
      reported: /modules\/platform\/settings\/server\/up\.ts:1: settings may not use identity/,
    },
    {
      law: 'a module reaches another only through its doors',
      plant: file(
        'modules/platform/identity/server/in.ts',
        "import { x } from '#modules/platform/settings/server/rules.ts'",
        'x',
      ),
      reported: /modules\/platform\/identity\/server\/in\.ts:1: settings is reached through its doors only/,
    },
    {
      law: 'the graph has no cycle',
      plant: (tree) => tree.replace('modules/graph.ts', "files: ['", "files: ['privacy', '"),
      reported: /modules\/graph\.ts: files names privacy, which does not stand above it/,
    },
    {
      law: 'the graph permits nothing that no product code uses',
      plant: (tree) => tree.replace('modules/graph.ts', 'words: []', "words: ['settings']"),
      reported: /modules\/graph\.ts: words names settings, and nothing in it uses it/,
    },
    {
      law: 'files import each other in no circle',
      plant: (tree) => {
        file('server/http/one.ts', "import './two.ts'")(tree)
        file('server/http/two.ts', "import './one.ts'")(tree)
      },
      reported: /a cycle: server\/http\/(one|two)\.ts → server\/http\/(two|one)\.ts/,
    },
    {
      law: 'nor for types alone',
      plant: (tree) => {
        file('server/http/one.ts', "import type { Two } from './two.ts'", 'export type One = Two')(tree)
        file('server/http/two.ts', "import type { One } from './one.ts'", 'export type Two = One[]')(tree)
      },
      reported: /a cycle: server\/http\/(one|two)\.ts → server\/http\/(two|one)\.ts/,
    },
    {
      law: 'browser code never imports server code',
      plant: file('modules/platform/settings/web/planted.ts', "import { routes } from '../server/routes.ts'", 'routes'),
      reported: /modules\/platform\/settings\/web\/planted\.ts:1: browser code never imports server code/,
    },
    {
      law: "browser code never imports Node's own modules",
      plant: file('modules/platform/settings/web/node.ts', "import { readFileSync } from 'node:fs'", 'readFileSync'),
      reported: /modules\/platform\/settings\/web\/node\.ts:1: browser code never imports Node's own modules/,
    },
    {
      law: 'server code never imports browser code',
      plant: file('modules/platform/settings/server/planted.ts', "import { x } from '../web/planted.ts'", 'x'),
      reported: /modules\/platform\/settings\/server\/planted\.ts:1: server code never imports browser code/,
    },
    {
      law: 'server code never imports browser libraries',
      plant: file('modules/platform/settings/server/page.ts', "import { createElement } from 'react'", 'createElement'),
      reported: /modules\/platform\/settings\/server\/page\.ts:1: server code never imports browser libraries/,
    },
    {
      law: 'the product imports no test or tool',
      plant: file('server/http/tests.ts', "import { refusal } from '#test/harness.ts'", 'refusal'),
      reported: /server\/http\/tests\.ts:1: the product imports no test or tool/,
    },
  ],
  sources: [
    {
      law: 'no barrels',
      plant: file('modules/platform/settings/server/index.ts', "export { routes } from './routes.ts'"),
      reported: /modules\/platform\/settings\/server\/index\.ts: a file of re-exports only/,
    },
    {
      law: 'no export *',
      plant: file('modules/platform/settings/server/all.ts', "export * from './routes.ts'", 'export const one = 1'),
      reported: /modules\/platform\/settings\/server\/all\.ts: export \* hides what is exported/,
    },
    {
      law: 'the access to a screen comes from the contract',
      plant: (tree) =>
        tree.replace('modules/platform/words/web.tsx', 'access: managesWords', "access: { permission: 'word.manage' }"),
      reported: /modules\/platform\/words\/web\.tsx:\d+: the access to a screen is that of its calls/,
    },
    {
      law: 'a file has at most 400 lines',
      plant: file('server/http/long.ts', ...Array.from({ length: 401 }, (_, index) => `export const n${index} = 1`)),
      reported: /server\/http\/long\.ts: 401 lines, at most 400/,
    },
    {
      law: "SQL written by hand names the module's own tables only",
      plant: file('modules/platform/settings/server/raw.ts', "export const text = 'select * from identity.member'"),
      reported: /modules\/platform\/settings\/server\/raw\.ts:1: identity\.member is a table of identity/,
    },
    {
      law: 'nothing is left unfinished',
      plant: file('server/http/later.ts', `// ${'TO'}${'DO'}: later`),
      reported: /server\/http\/later\.ts:1: an unfinished place/,
    },
    {
      law: 'a time zone is named in one place',
      plant: file('server/http/zone.ts', "export const zone = 'Europe/Paris'"),
      reported: /server\/http\/zone\.ts:1: names a time zone: ask for the company's/,
    },
    {
      law: 'patterns of like are made in one place',
      plant: file('server/http/like.ts', "export const like = (text: string) => text.replace(/[\\\\%_]/g, '')"),
      reported: /server\/http\/like\.ts:1: escapes a pattern of like/,
    },
    {
      law: 'a module opens a transaction in one way',
      plant: file('modules/platform/settings/server/own.ts', 'export const own = (db: Db) => db.transaction()'),
      reported: /modules\/platform\/settings\/server\/own\.ts:1: opens a transaction or locks a name by hand/,
    },
    {
      law: 'a date is typed into a field of the product',
      plant: file('web/ui/Day.tsx', 'export const Day = () => <input type="date" />'),
      reported: /web\/ui\/Day\.tsx:1: a date or a time is typed into the browser's own field/,
    },
    {
      law: 'a date is typed into a field that all screens share',
      plant: file('web/ui/OwnDay.tsx', 'export const OwnDay = () => <DatePicker format="D/M/Y" />'),
      reported: /web\/ui\/OwnDay\.tsx:1: a date or a time is typed into a field of its own/,
    },
    {
      law: 'a span of dates is typed into the shared field, too',
      plant: file('web/ui/OwnDays.tsx', 'export const OwnDays = () => <DatePicker.RangePicker allowEmpty />'),
      reported: /web\/ui\/OwnDays\.tsx:1: a date or a time is typed into a field of its own/,
    },
    {
      law: 'a migration says why',
      plant: file(
        'modules/platform/settings/migrations/9999-planted.sql',
        'create table settings.planted (id uuid primary key);',
      ),
      reported: /modules\/platform\/settings\/migrations\/9999-planted\.sql: a migration starts with its reason/,
    },
  ],
  faults: [
    {
      law: 'a fault applies to the product as it is',
      plant: (tree) => tree.replace('modules/platform/currency/server/tips.ts', '`tip:', '`tipped:'),
      reported: /test\/faults\/currency\/tip-key-time\.fault: its lines stand 0 times in modules\/platform\/currency/,
    },
    {
      law: 'a fault leaves a program',
      plant: (tree) =>
        tree.replace('test/faults/community/praise-always-zero.fault', '+    praise: 0', '+    praise: ('),
      reported:
        /praise-always-zero\.fault: modules\/community\/community\/server\/trend\.ts is no program with the fault in it/,
    },
    {
      law: 'a fault names a test that is there',
      plant: file(
        'test/faults/kit/planted.fault',
        'A planted fault names a test that was deleted.',
        'caught by: kit/deleted.test.ts',
        'file: kit/caller.ts',
        "-/** The signed-in member that makes a call, as identity's `authenticate` finds it. */",
        '+/** Nobody. */',
      ),
      reported: /planted\.fault: kit\/deleted\.test\.ts is not there/,
    },
  ],
  screens: [
    {
      law: 'whoever may open a screen may make its first calls',
      plant: (tree) =>
        tree.replace(
          'modules/platform/operations/web.tsx',
          "import('./web/admin/AuditPage.tsx'),\n      layout: 'admin',\n      access: readsAudit",
          "import('./web/admin/AuditPage.tsx'),\n      layout: 'admin',\n      access: managesTasks",
        ),
      reported:
        /AuditPage\.tsx:\d+: operations\.listAudit asks for audit\.read in the whole company; the screen opens for task/,
    },
    {
      law: 'a menu shows a screen to nobody who may not open it',
      plant: (tree) =>
        tree.replace(
          'modules/platform/operations/web.tsx',
          "path: '/manage/status', access: managesTasks",
          "path: '/manage/status', access: seesOverview",
        ),
      reported:
        /operations\/web\.tsx:\d+: the menu shows \/manage\/status to organization\.manage or .*opens for task\.manage/,
    },
  ],
  messages: [
    {
      law: 'both languages have the same keys',
      plant: (tree) =>
        tree.replace('modules/platform/settings/messages/en.json', '{', '{ "planted": "planted {name}",'),
      reported: /modules\/platform\/settings\/messages\/cn\.json: has no text for planted/,
    },
    {
      law: 'both languages have the same placeholders',
      plant: (tree) => {
        tree.replace('modules/platform/identity/messages/en.json', '{', '{ "planted": "planted {count}",')
        tree.replace('modules/platform/identity/messages/cn.json', '{', '{ "planted": "种下 {number}",')
      },
      reported:
        /modules\/platform\/identity\/messages\/en\.json: planted has the placeholders \{count\}, Chinese has \{number\}/,
    },
    {
      law: 'English says one term for one thing, in real plurals and whole sentences',
      plant: (tree) =>
        tree.replace(
          'modules/community/community/messages/en.json',
          '{',
          '{ "lives": "Lives", "points": "{count} points", "size": "{stages} in {of} required stages", "saved": "Saved. It is there",',
        ),
      reported: all(
        /community\/messages\/en\.json: lives says “Lives”, not live sessions/,
        /community\/messages\/en\.json: points counts \{count\} without a form for one/,
        /community\/messages\/en\.json: size counts \{of\} without a form for one/,
        /community\/messages\/en\.json: saved has several sentences, and no full stop/,
      ),
    },
    {
      law: 'Chinese says one term for one thing',
      plant: (tree) =>
        tree.replace(
          'modules/community/community/messages/cn.json',
          '{',
          '{ "lives": "「直播」", "points": "载入", "size": "共{count}项",',
        ),
      reported: all(
        /messages\/cn\.json: lives says “「”, not “ ”/,
        /messages\/cn\.json: points says “载入”, not 加载/,
        /messages\/cn\.json: size has no space between an amount and its word/,
      ),
    },
    {
      law: 'a label that stands with its code says the same terms',
      plant: file(
        'modules/platform/settings/server/labels.ts',
        "export const label = { cn: '重新载入', en: 'E-mail' }",
      ),
      reported: all(/labels\.ts:1: a text says “载入”, not 加载/, /labels\.ts:1: a text says “E-mail”, not email/),
    },
    {
      law: 'every code has a text',
      plant: file(
        'modules/platform/settings/server/refusals.ts',
        "import { errorCode } from '#kit/errors.ts'",
        'export const planted = errorCode(987654)',
      ),
      reported: /modules\/platform\/settings\/server\/refusals\.ts: the code 987654 has no text/,
    },
    {
      law: 'a screen asks for texts that exist',
      plant: file(
        'modules/platform/settings/web/admin/Planted.tsx',
        "import { useText } from '#web/i18n/texts.ts'",
        "export const usePlanted = () => { const t = useText('settings'); return t('planted.nowhere') }",
      ),
      reported: /modules\/platform\/settings\/web\/admin\/Planted\.tsx:2: there is no text planted\.nowhere/,
    },
    {
      law: 'a code has its text in one place',
      plant: (tree) => {
        file('modules/learning/courses/messages/cn.json', '{ "errors": { "900001": "种下" } }')(tree)
        file('modules/learning/courses/messages/en.json', '{ "errors": { "900001": "planted" } }')(tree)
      },
      reported: /errors\.900001 stands in more than one file/,
    },
  ],
  requirements: [
    {
      law: 'each of several requirements has a step of its own',
      plant: file(
        'modules/platform/settings/server/several.test.ts',
        `it('${'['}LIVE-001, LIVE-002] plants', () => {})`,
      ),
      reported:
        /modules\/platform\/settings\/server\/several\.test\.ts:1: a title names one requirement: give LIVE-001, LIVE-002/,
    },
    {
      law: 'a test names requirements that exist',
      plant: file('modules/platform/settings/server/planted.test.ts', `it('${'['}LIVE-999] plants', () => {})`),
      reported: /modules\/platform\/settings\/server\/planted\.test\.ts:1: there is no requirement LIVE-999/,
    },
  ],
  documents: [
    {
      law: 'documents quote what stands in the code',
      plant: file('docs/planted.md', '```ts kit/caller.ts', 'export const planted = 1', '```'),
      reported: /docs\/planted\.md: quotes a line that is not \(there\) in kit\/caller\.ts: export const planted = 1/,
    },
  ],
  lint: [
    {
      law: 'no any',
      plant: file('server/http/any.ts', 'export function planted(value: any): unknown {', '  return value', '}'),
      reported: /server\/http\/any\.ts.*noExplicitAny/,
    },
  ],
  promises: [
    {
      law: 'no floating promises, also of the query builder',
      plant: file(
        'modules/platform/settings/server/floating.ts',
        "import type { SettingsDb } from './db.ts'",
        'export function planted(db: SettingsDb): void {',
        "  db.deleteFrom('settings.rule_config').execute()",
        '}',
      ),
      reported: /modules\/platform\/settings\/server\/floating\.ts:3.*no-floating-promises/,
    },
  ],
  'dead code': [
    {
      law: 'no dead code: files',
      plant: file('server/http/unused.ts', 'export const planted = 1'),
      reported: /Unused files[\s\S]*server\/http\/unused\.ts/,
    },
    {
      law: 'no dead code: exports',
      plant: (tree) =>
        tree.replace('kit/caller.ts', 'export type Language', 'export const planted = 1\n\nexport type Language'),
      reported: /planted\s+kit\/caller\.ts/,
    },
  ],
  'server types': [
    {
      law: 'the server does not see the DOM',
      plant: file('server/http/dom.ts', 'export const planted = document.title'),
      reported: /server\/http\/dom\.ts.*document/,
    },
    {
      law: 'a module queries only its own tables',
      plant: file(
        'modules/platform/settings/server/foreign.ts',
        "import type { SettingsDb } from './db.ts'",
        "export const planted = (db: SettingsDb) => db.selectFrom('identity.member').selectAll().execute()",
      ),
      reported: /modules\/platform\/settings\/server\/foreign\.ts.*identity\.member/,
    },
    {
      law: 'a missing handler does not compile',
      // A file of its own: with one that others import, everything would be checked again.
      plant: file(
        'modules/platform/settings/server/missing.ts',
        "import { serverModule } from '#server/module.ts'",
        "import { settings } from '../contract.ts'",
        "import { routes } from './routes.ts'",
        'const { recommendSwitch: _, ...others } = routes',
        "export const planted = serverModule({ name: 'settings', contract: settings, routes: others })",
      ),
      reported: /modules\/platform\/settings\/server\/missing\.ts.*Property 'recommendSwitch' is missing/,
    },
  ],
  'web types': [
    {
      law: 'the browser does not see Node',
      plant: file('web/node.ts', 'export const planted = Buffer.from("")'),
      reported: /web\/node\.ts.*Buffer/,
    },
  ],
  generated: [
    {
      law: 'row types match the database',
      plant: file(
        'modules/platform/settings/migrations/9998-planted.sql',
        '-- Planted.',
        'alter table settings.rule_config add column planted text;',
      ),
      reported: /modules\/platform\/settings\/server\/tables\.ts/,
    },
    {
      law: 'the wire is reviewed',
      plant: (tree) =>
        tree.replace('modules/platform/settings/contract.ts', "'/system/rule-config/key'", "'/system/planted'"),
      reported: /docs\/openapi\.json/,
    },
    {
      law: 'the permission matrix is printed',
      plant: (tree) => tree.replace('docs/permissions.md', '●', '○'),
      reported: /docs\/permissions\.md/,
    },
    {
      law: 'the list of capabilities is printed',
      plant: (tree) => tree.replace('docs/capabilities.md', '●', '○'),
      reported: /docs\/capabilities\.md/,
    },
  ],
}

/** Parts that are seen in one copy, by one run of the checks: what is planted for one does not hide another's. */
const together: readonly { readonly parts: readonly string[]; readonly folder?: string }[] = [
  { parts: ['words', 'dependencies', 'sources', 'faults', 'requirements', 'documents'] },
  // It loads the contracts, of which the plants above leave some broken.
  { parts: ['messages', 'screens'] },
  { parts: ['server types', 'web types'] },
  // The linters look at each file by itself: those of the planted folders are enough.
  { parts: ['lint'], folder: 'server/http' },
  { parts: ['promises'], folder: 'modules/platform/settings/server' },
  { parts: ['dead code'] },
  { parts: ['generated'] },
]

it('every planted part is seen', () => {
  expect(together.flatMap(({ parts }) => parts).sort()).toEqual(Object.keys(plants).sort())
})

describe.each(together)('$parts', ({ parts, folder }) => {
  const planted = parts.flatMap((part) => plants[part] ?? [])
  let tree: PlantedTree
  let report: { code: number; output: string }

  beforeAll(async () => {
    if (parts.includes('server types')) await recordTypes()
    tree = copyTree()
    for (const { plant } of planted) plant(tree)
    // Its migrations differ from those of the run's template.
    const environment = { TEST_DATABASE_URL: inject('databaseServerUrl'), TEST_DATABASE_TEMPLATE: '' }
    const args = ['tools/check.ts', '--only', parts.join(','), ...(folder ? ['--in', folder] : [])]
    report = await tree.run(args, environment)
  }, 400_000)
  afterAll(() => tree.remove())

  it.each(planted.map(({ law, reported }) => [law, reported] as const))('reports a violation of: %s', (_, reported) => {
    expect(report.output).toMatch(reported)
    expect(report.code).toBe(1)
  })
})
