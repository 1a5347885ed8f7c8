/**
 * Texts that no plain screen says, such as those of the administration, travel in a file of their own: they come with Ant
 * Design, which plain screens do without (`web/theme/ant.ts`). A module's JSON file stays one file; it is divided by its
 * top-level keys while the client is built. `test/web/build.test.ts` fails when a plain screen says one of these texts.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** For each folder of texts the top-level keys that come later. */
export const laterKeys: Readonly<Record<string, readonly string[]>> = {
  web: ['corrections', 'editing', 'forecast', 'form', 'importing', 'numberField', 'row', 'save'],
  'modules/commerce/prices': ['audit', 'form', 'history', 'page', 'problem'],
  'modules/learning/courses': [
    ...['audit', 'replaced', 'board', 'categories', 'authoring', 'cover', 'approval', 'waiver'],
    ...['timedContent', 'taught', 'maps'],
  ],
  'modules/learning/paths': [...['audit', 'manage', 'edit', 'basic', 'rules', 'simulation', 'learners', 'channels']],
  'modules/learning/pushes': [
    ...['audit', 'pack', 'content', 'records', 'director', 'list', 'draft', 'push', 'extend', 'revoke', 'members'],
    ...['fail', 'urge', 'board'],
  ],
  'modules/learning/subjects': ['audit', 'authoring', 'approval', 'editor', 'conditions', 'info', 'learners'],
  'modules/live/live': [
    ...['audit', 'hosted', 'hot', 'stage', 'keylogin', 'paas', 'form', 'approval', 'share', 'manage', 'admin', 'after'],
  ],
  'modules/content/catalog': [
    'list',
    'do',
    'ask',
    'consequence',
    'done',
    'pick',
    'published',
    'editor',
    'articleEditor',
  ],
  'modules/content/playback': ['captionFiles'],
  'modules/content/study': ['audit', 'history', 'timeline', 'caps', 'times', 'gradebook', 'record'],
  'modules/content/topics': ['audit', 'collections', 'manage', 'types', 'moderation'],
  'modules/platform/identity': [
    ...['audit', 'auditFields', 'organizations', 'members', 'roles', 'permission', 'import', 'signInLog'],
    ...['permissionHint', 'roleHint', 'permissionGroup', 'audience'],
  ],
  'modules/platform/messages': [
    ...['audit', 'stageGroup', 'channel', 'calendar', 'templates', 'announce', 'deliveries', 'webhooks'],
  ],
  'modules/platform/words': [
    ...['audit', 'page', 'level', 'list', 'form', 'import', 'problem', 'phrases', 'options', 'try'],
  ],
  'modules/portal/pages': [
    ...['audit', 'design', 'columns', 'layouts', 'sources', 'settings', 'problems', 'publish', 'versions', 'managing'],
    ...['kinds', 'kindHints', 'states', 'templates'],
  ],
  'modules/portal/advertisements': ['audit', 'managing', 'kind', 'frequency', 'status', 'period', 'form', 'top'],
  'modules/portal/notices': [
    ...['audit', 'admin', 'statuses', 'actions', 'form', 'publish', 'withdraw', 'delete', 'readers'],
  ],
}

const ASKED = /(?:^|\/)messages\/(?:cn|en)\.json$/
const PART = /^(.*\/messages\/(?:cn|en))\.(first|later)\.js$/

/** Which keys of the texts at this path come later; none where the file is not divided. */
function laterKeysOf(path: string): readonly string[] {
  return Object.entries(laterKeys).find(([folder]) => path.includes(`/${folder}/messages/`))?.[1] ?? []
}

/** For the build alone: in development a module's texts come as one file. */
export function laterTexts(): Plugin {
  return {
    name: 'later-texts',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      if (PART.test(source)) return source
      if (!importer || !ASKED.test(source) || !source.startsWith('.')) return null
      const path = join(dirname(importer), source).replace(/\.json$/, '')
      return laterKeysOf(path).length > 0 ? `${path}.first.js` : null
    },
    load(id) {
      const [, path, which] = PART.exec(id) ?? []
      if (path === undefined) return null
      const texts = Object.entries(JSON.parse(readFileSync(`${path}.json`, 'utf8')) as Record<string, unknown>)
      const later = new Set(laterKeysOf(path))
      const part = texts.filter(([key]) => later.has(key) === (which === 'later'))
      const code = `export default ${JSON.stringify(Object.fromEntries(part))}`
      return which === 'later'
        ? code
        : `${code}\nexport const later = () => import(${JSON.stringify(`${path}.later.js`)})`
    },
  }
}
