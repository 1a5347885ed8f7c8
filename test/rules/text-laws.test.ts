/** The checks of texts and of screens have been seen to fail (laws.ts): they load the contracts. */
import { all, describeLaws, file } from './laws.ts'

describeLaws({
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
          "order: 20,\n      path: '/manage/status',\n      access: managesTasks",
          "order: 20,\n      path: '/manage/status',\n      access: seesOverview",
        ),
      reported:
        /operations\/web\.tsx:\d+: the menu shows \/manage\/status to organization\.manage or .*opens for task\.manage/,
    },
  ],
})
