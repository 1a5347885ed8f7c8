/** A learner's notes of a course as a file that any editor reads. */
import type { Language } from '#kit/caller.ts'
import { instantText } from '#modules/platform/identity/server.ts'
import type { Context, StreamAnswer } from '#server/module.ts'
import { type Note, notesMax } from '../../contract/notes.ts'
import type { CoursesDb } from '../db.ts'
import { listOwnNotes } from './notes.ts'

const texts: Readonly<Record<Language, { title: string; whole: string; page: (page: number) => string }>> = {
  cn: { title: '学习笔记', whole: '整门课程', page: (page) => `第 ${page} 页` },
  en: { title: 'Notes', whole: 'The whole course', page: (page) => `page ${page}` },
}

const pageSize = 100

function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const shown = parts[0] === 0 ? parts.slice(1) : parts
  return shown.map((part) => String(part).padStart(2, '0')).join(':')
}

function placeOf({ unit, timePoint }: Note, language: Language): string {
  if (timePoint === null) return ''
  if (unit === 'ms') return clock(timePoint)
  return unit === 'page' ? texts[language].page(timePoint) : ''
}

/** Words that a reader of Markdown would take for headings, lists or markup are written as words. */
function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|]/g, '\\$&')
}

function notesAsMarkdown(
  courseName: string,
  notes: readonly Note[],
  language: Language,
  timeOf: (instant: number) => string,
): string {
  const lines = [`# ${texts[language].title} · ${escaped(courseName)}`, '']
  let section: string | null | undefined
  for (const note of notes) {
    if (note.sectionId !== section) {
      lines.push(`## ${escaped(note.sectionTitle ?? texts[language].whole)}`, '')
      section = note.sectionId
    }
    const place = placeOf(note, language)
    lines.push(`**${[place, timeOf(note.createTime)].filter((part) => part !== '').join(' · ')}**`, '')
    lines.push(escaped(note.content), '')
  }
  return lines.join('\n')
}

export async function exportNotes(
  db: CoursesDb,
  courseId: string,
  { caller, language }: Context,
): Promise<StreamAnswer> {
  const notes: Note[] = []
  for (let page = 1; page <= notesMax / pageSize; page++) {
    const { items } = await listOwnNotes(db, caller, { courseId, sort: 'place', page, pageSize })
    notes.push(...items)
    if (items.length < pageSize) break
  }
  const timeOf = await instantText(db, caller.companyId, 'minute')
  const courseName = notes[0]?.courseName ?? ''
  const fileName = `${texts[language].title}${courseName === '' ? '' : `-${courseName}`}.md`
  return {
    headers: {
      'content-type': 'text/markdown; charset=utf-8',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
      'cache-control': 'no-store',
    },
    body: Buffer.from(notesAsMarkdown(courseName, notes, language, timeOf)),
  }
}
