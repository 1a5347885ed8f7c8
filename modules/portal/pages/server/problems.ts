/** What is wrong with a document: with what it is stored all the same, and what is refused because it harms its viewers. */

import type { Caller } from '#kit/caller.ts'
import { isReadable } from '#kit/page-colors.ts'
import { listDocuments } from '#modules/insight/search/server.ts'
import { readableFiles } from '#modules/platform/files/server.ts'
import { ruleValue } from '#modules/platform/settings/server.ts'
import {
  columnCounts,
  modulesMax,
  type PageDocument,
  type PageModule,
  type PageProblem,
  type ProblemKind,
} from '../contract/document.ts'
import { type ModuleType, moduleTypes } from '../contract/module-types.ts'
import type { PagesDb } from './db.ts'

/** A page with one of these is not published, but stored: its editor has not finished. */
const unfinished: ReadonlySet<ProblemKind> = new Set<ProblemKind>([
  ...(['empty-page', 'missing-picture', 'missing-text', 'missing-content', 'missing-time', 'gone-content'] as const),
])

export const isStorable = (problems: readonly PageProblem[]) => problems.every(({ kind }) => unfinished.has(kind))

const problem = (kind: ProblemKind, moduleId: string | null = null, field: string | null = null): PageProblem => ({
  ...{ kind, moduleId, field },
})

export const modulesOf = (document: PageDocument): PageModule[] => document.sections.flatMap(({ modules }) => modules)

/** The files that a document names, each with where. */
function filesOf(
  document: PageDocument,
): { fileId: string; moduleId: string | null; field: string; isVideo: boolean }[] {
  const { logoFileId } = document.theme
  const ofTheme = logoFileId ? [{ fileId: logoFileId, moduleId: null, field: 'theme.logoFileId', isVideo: false }] : []
  const ofModules = modulesOf(document).flatMap(({ id: moduleId, type, settings }) => {
    const ofModule = settings.fileId
      ? [{ fileId: settings.fileId, moduleId, field: 'settings.fileId', isVideo: type === 'video' }]
      : []
    const ofItems = (settings.items ?? []).flatMap(({ fileId }, at) =>
      fileId ? [{ fileId, moduleId, field: `settings.items.${at}.fileId`, isVideo: false }] : [],
    )
    return [...ofModule, ...ofItems]
  })
  return [...ofTheme, ...ofModules]
}

function unfinishedIn({ id, type, settings, source }: PageModule): PageProblem[] {
  const { items = [], html, fileId, videoUrl, endsAt } = settings
  const found: PageProblem[] = []
  const without = (isThere: unknown, kind: ProblemKind, field: string) => {
    if (!isThere) found.push(problem(kind, id, field))
  }
  if (type === 'banner') {
    without(items.length > 0, 'missing-picture', 'settings.items')
    for (const [at, item] of items.entries()) without(item.fileId, 'missing-picture', `settings.items.${at}.fileId`)
  }
  if (type === 'shortcuts') {
    without(items.length > 0, 'missing-content', 'settings.items')
    for (const [at, { title, link }] of items.entries()) {
      without(title.cn || title.en, 'missing-text', `settings.items.${at}.title`)
      without(link, 'missing-content', `settings.items.${at}.link`)
    }
  }
  if (type === 'rich-text') without(html?.cn || html?.en, 'missing-text', 'settings.html')
  if (type === 'picture') without(fileId, 'missing-picture', 'settings.fileId')
  if (type === 'picture' && fileId) without(settings.alt?.cn || settings.alt?.en, 'missing-text', 'settings.alt')
  if (type === 'video') without(fileId || videoUrl, 'missing-content', 'settings.fileId')
  if (type === 'countdown') without(endsAt, 'missing-time', 'settings.endsAt')
  if (source?.type === 'chosen') without(source.refs?.length, 'missing-content', 'source.refs')
  return found
}

function shapeOf(document: PageDocument): PageProblem[] {
  const modules = modulesOf(document)
  const found: PageProblem[] = []
  if (modules.length === 0) found.push(problem('empty-page'))
  if (modules.length > modulesMax) found.push(problem('too-many-modules'))
  const seen = new Set<string>()
  for (const { id } of document.sections) {
    if (seen.has(id)) found.push(problem('same-id', null, id))
    seen.add(id)
  }
  const known = new Set<string>()
  for (const { columns, modules: own } of document.sections) {
    for (const one of own) {
      const { sources, layouts, settings }: ModuleType = moduleTypes[one.type]
      if (known.has(one.id)) found.push(problem('same-id', one.id))
      known.add(one.id)
      if (one.column >= columnCounts[columns]) found.push(problem('column', one.id, 'column'))
      if (!layouts.includes(one.layout)) found.push(problem('layout-not-of-type', one.id, 'layout'))
      const hasSource = one.source === null ? sources.length === 0 : sources.includes(one.source.type)
      if (!hasSource) found.push(problem('source-not-of-type', one.id, 'source'))
      for (const name of Object.keys(one.settings)) {
        if (!settings.some((own) => own === name))
          found.push(problem('setting-not-of-type', one.id, `settings.${name}`))
      }
      found.push(...unfinishedIn(one))
    }
  }
  return found
}

function themeProblems({ primary, accent }: PageDocument['theme']): PageProblem[] {
  return [
    ...(primary !== null && !isReadable(primary) ? [problem('contrast', null, 'theme.primary')] : []),
    ...(accent !== null && !isReadable(accent) ? [problem('contrast', null, 'theme.accent')] : []),
  ]
}

/** The hosts whose videos pages may show, as an administrator has written them: `www.bilibili.com, player.vimeo.com`. */
export async function videoHosts(db: PagesDb, companyId: string): Promise<ReadonlySet<string>> {
  const { hosts } = await ruleValue(db, companyId, 'PAGE_VIDEO_HOSTS')
  return new Set(
    String(hosts ?? '')
      .toLowerCase()
      .split(/[\s,，;；、]+/)
      .filter(Boolean),
  )
}

export function isOfHost(address: string, hosts: ReadonlySet<string>): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'https:' && url.username === '' && url.port === '' && hosts.has(url.hostname.toLowerCase())
}

interface Reader {
  readonly caller: Caller
  readonly now: number
}

/** All that is wrong with it. Files must be the company's own, and open to all who may see the page. */
export async function problemsOf(db: PagesDb, document: PageDocument, { caller, now }: Reader): Promise<PageProblem[]> {
  const found = [...shapeOf(document), ...themeProblems(document.theme)]
  const files = filesOf(document)
  if (files.length > 0) {
    const readable = await readableFiles(
      db,
      caller,
      files.map(({ fileId }) => fileId),
    )
    const types = new Map(readable.map((file) => [file.id, file.contentType]))
    for (const { fileId, moduleId, field, isVideo } of files) {
      const isFitting = types.get(fileId)?.startsWith(isVideo ? 'video/' : 'image/')
      if (!isFitting) found.push(problem('foreign-picture', moduleId, field))
    }
  }
  const embedded = modulesOf(document).filter(({ settings }) => settings.videoUrl)
  if (embedded.length > 0) {
    const hosts = await videoHosts(db, caller.companyId)
    for (const { id, settings } of embedded) {
      if (!isOfHost(settings.videoUrl ?? '', hosts)) found.push(problem('video-host', id, 'settings.videoUrl'))
    }
  }
  const chosen = modulesOf(document).filter(({ source }) => source?.type === 'chosen' && source.refs?.length)
  if (chosen.length > 0) {
    const refs = chosen.flatMap(({ source }) => source?.refs ?? [])
    const open = await listDocuments(db, caller, { refs, order: 'given', limit: refs.length, now })
    const known = new Set(open.map(({ kind, id }) => `${kind} ${id}`))
    for (const { id, source } of chosen) {
      const isGone = source?.refs?.some((ref) => !known.has(`${ref.kind} ${ref.id}`))
      if (isGone) found.push(problem('gone-content', id, 'source.refs'))
    }
  }
  return found
}
