/** The checks that compile, lint and generate have been seen to fail (laws.ts). */
import { describeLaws, file } from './laws.ts'

const share = 2

describeLaws(
  {
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
  },
  { share },
)

// The linters look at each file by itself: those of the planted folders are enough.
describeLaws(
  {
    lint: [
      {
        law: 'no any',
        plant: file('server/http/any.ts', 'export function planted(value: any): unknown {', '  return value', '}'),
        reported: /server\/http\/any\.ts.*noExplicitAny/,
      },
    ],
  },
  { folder: 'server/http' },
)

describeLaws(
  {
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
  },
  { folder: 'modules/platform/settings/server', share },
)

describeLaws(
  {
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
  },
  { share },
)

describeLaws(
  {
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
  },
  { share },
)
