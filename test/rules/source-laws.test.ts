/** The checks of words, imports, sources and documents have been seen to fail (laws.ts). */
import { all, describeLaws, file } from './laws.ts'

describeLaws({
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
      law: 'the access of another module is a door for web.tsx alone',
      plant: file(
        'modules/platform/identity/web/in.ts',
        "import { managesSettings } from '#modules/platform/settings/contract/access.ts'",
        'managesSettings',
      ),
      reported: /modules\/platform\/identity\/web\/in\.ts:1: settings is reached through its doors only/,
    },
    {
      law: 'the access of a module is light',
      plant: (tree) =>
        tree.replace('modules/platform/settings/contract/access.ts', '/**', "import '../contract.ts'\n/**"),
      reported: /modules\/platform\/settings\/contract\/access\.ts:1: contract\/access\.ts imports nothing/,
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
})
