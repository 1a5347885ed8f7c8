/** Directories of questions and of papers. One belongs to an organization, and so do all below it. */
import { type Static, Type } from 'typebox'
import type { Contract } from '#kit/contract.ts'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Nullable, Title } from '#kit/schema.ts'
import { managesQuestions } from './access.ts'
import { CODE_TAKEN, DIRECTORY_NAME_TAKEN, DIRECTORY_NOT_EMPTY, TOO_MANY_DIRECTORIES } from './codes.ts'

export const directoryNameLengthMax = 60
export const directoryCodeLengthMax = 15

const fields = {
  name: Title(directoryNameLengthMax),
  /** Unique in the company, whatever its letter case. */
  code: Type.String({ pattern: `^[A-Za-z0-9._-]{1,${directoryCodeLengthMax}}$` }),
  /** The place among its siblings. */
  sort: Type.Integer({ minimum: 1, maximum: 1000 }),
}

export const Directory = Type.Object({
  id: Id,
  ...fields,
  parentId: Nullable(Id),
  organization: Type.Object({ id: Id, name: Type.String() }),
  /** From 1. */
  level: Type.Integer(),
  /** Of questions, or of whatever the directories are for. */
  itemCount: Type.Integer(),
  /** With those of all directories below it. */
  totalCount: Type.Integer(),
})
export type Directory = Static<typeof Directory>

const params = Type.Object({ id: Id })

/** The calls of a tree of directories under its path. */
export function directoryCallsAt<const P extends string>(path: P, items: string) {
  return {
    listDirectories: {
      method: 'GET',
      path,
      summary: `The directories of ${items} that the caller manages, each before those below it, with their numbers`,
      access: managesQuestions,
      response: Type.Object({ items: Type.Array(Directory) }),
      cacheSeconds: 0,
    },
    createDirectory: {
      method: 'POST',
      path,
      summary: `Make a directory of ${items}: below another one, whose organization it has, or at the top of an organization's`,
      access: managesQuestions,
      body: Body({
        ...fields,
        sort: Type.Optional({ ...fields.sort, default: 1 }),
        parentId: Type.Optional(Nullable(Id)),
        /** Of one at the top; the caller's own where nothing is said. */
        organizationId: Type.Optional(Id),
      }),
      response: Type.Object({ id: Id }),
      errors: [NOT_FOUND, CODE_TAKEN, DIRECTORY_NAME_TAKEN, TOO_MANY_DIRECTORIES],
    },
    changeDirectory: {
      method: 'PUT',
      path: `${path}/{id}`,
      summary: `Rename a directory of ${items}, or move it with all below it. A move takes it into the organization of its place`,
      access: managesQuestions,
      params,
      body: Body({ ...fields, parentId: Nullable(Id) }),
      response: Done,
      errors: [NOT_FOUND, CODE_TAKEN, DIRECTORY_NAME_TAKEN, TOO_MANY_DIRECTORIES],
    },
    deleteDirectory: {
      method: 'DELETE',
      path: `${path}/{id}`,
      summary: `Delete an empty directory of ${items}. What is in the recycle bin can no longer be restored then`,
      access: managesQuestions,
      params,
      response: Done,
      errors: [NOT_FOUND, DIRECTORY_NOT_EMPTY],
    },
  } as const satisfies Contract
}

/** The calls that change a tree, whichever it is. */
export type DirectoryChanges = Omit<ReturnType<typeof directoryCallsAt<string>>, 'listDirectories'>

export const directoryCalls = directoryCallsAt('/exam/question-directory', 'questions')
