/** Kinds of study whose states tests set, and subjects of urging that stand for exams, classes and activities. */
import { contract } from '#kit/contract.ts'
import { type StudyState, studyKind } from '#modules/content/study/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { type ServerModule, serverModule } from '#server/module.ts'
import { type UrgeRecord, type UrgeRule, urgeSubject } from './urge-subjects.ts'

export const bookType = 901
export const examinationType = 903
export const courseDayType = 906
export const excursionType = 905

interface Book {
  readonly id: string
  readonly companyId: string
  name: string
  isAvailable: boolean
}

/** What the fixture's module knows; tests change it. */
export const books = new Map<string, Book>()
const readers = new Map<string, StudyState>()
/** Who can't be registered: the module throws. */
export const unregistrable = new Set<string>()
export const urgeRecords: UrgeRecord[] = []

const readerKey = (memberId: string, bookId: string) => `${memberId} ${bookId}`

export function addBook(id: string, companyId: string, name: string): string {
  books.set(id, { id, companyId, name, isAvailable: true })
  return id
}

/** How far a member is with a book, in per cent; 100 is finished. */
export function read(memberId: string, businessId: string, percent: number, finishedAt: number | null = null): void {
  const isFinished = percent === 100
  readers.set(readerKey(memberId, businessId), {
    memberId,
    businessId,
    isRegistered: true,
    finishStatus: isFinished ? 2 : percent > 0 ? 1 : 0,
    isStarted: percent > 0,
    isFinished,
    percent,
    finishedAt,
  })
}

const item = ({ id, name, isAvailable }: Book) => ({ id, name, link: `/books/${id}`, coverFileId: null, isAvailable })

const bookKind = studyKind({
  businessType: bookType,
  label: { cn: '图书', en: 'Book' },
  async items(_db, companyId, ids) {
    return [...books.values()].filter((book) => book.companyId === companyId && ids.includes(book.id)).map(item)
  },
  async visible(_db, caller, ids) {
    return new Set(ids.filter((id) => books.get(id)?.companyId === caller.companyId))
  },
  async search(_db, caller, search, limit) {
    const found = [...books.values()].filter(
      (book) => book.companyId === caller.companyId && book.name.includes(search),
    )
    return found.slice(0, limit).map(item)
  },
  async states(_db, _companyId, memberIds, ids) {
    return [...readers.values()].filter((state) => memberIds.includes(state.memberId) && ids.includes(state.businessId))
  },
  async register(_db: Connection, _companyId, memberIds, ids) {
    for (const memberId of memberIds) {
      if (unregistrable.has(memberId)) throw new Error('no place is left')
      for (const id of ids) if (!readers.has(readerKey(memberId, id))) read(memberId, id, 0)
    }
  },
})

const subject = (businessType: number, rule: UrgeRule) =>
  urgeSubject({
    businessType,
    rule,
    label: { cn: '项目', en: 'item' },
    async records(_db, _companyId, targets) {
      return urgeRecords.filter((record) =>
        targets.some((one) => one.memberId === record.memberId && one.businessId === record.businessId),
      )
    },
  })

export const booksModule: ServerModule = serverModule({
  name: 'books',
  contract: contract({}),
  routes: {},
  extensions: [
    bookKind,
    subject(examinationType, 'none-started'),
    subject(courseDayType, 'some-not-done'),
    subject(excursionType, 'some-not-started'),
  ],
})
