/** Learning records: the credentials with which content and other systems reach `/xapi`. */
import { Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { errorCode, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, Title } from '#kit/schema.ts'
import { managesRecords } from './contract/access.ts'

export const TOO_MANY_CREDENTIALS = errorCode(380101)

/** Credentials of one company that are not revoked. */
export const CREDENTIALS_MAX = 100

const Credential = Type.Object({
  id: Id,
  name: Type.String(),
  /** The name of the client; its password is shown once only. */
  username: Type.String(),
  createdAt: Instant,
  createdByName: Nullable(Type.String()),
  revokedAt: Nullable(Instant),
  /** Of what it stored. */
  statementCount: Type.Integer(),
})

export const xapi = contract({
  listCredentials: {
    method: 'GET',
    path: '/xapi/credential',
    summary: 'The credentials of the record store, newest first, also the revoked ones',
    access: managesRecords,
    response: Type.Object({ items: Type.Array(Credential), recordCount: Type.Integer() }),
  },
  createCredential: {
    method: 'POST',
    path: '/xapi/credential',
    summary: 'Makes credentials for one system or course; the password is in this answer alone',
    access: managesRecords,
    body: Body({ name: Title(60) }),
    response: Type.Object({ id: Id, username: Type.String(), password: Type.String() }),
    errors: [TOO_MANY_CREDENTIALS],
  },
  revokeCredential: {
    method: 'DELETE',
    path: '/xapi/credential/{id}',
    summary: 'Revokes credentials; what was stored with them stays',
    access: managesRecords,
    params: Type.Object({ id: Id }),
    response: Done,
    errors: [NOT_FOUND],
  },
})
