import { v7 as uuid } from 'uuid'
import { FILE_TYPE_UNSUPPORTED, NO_PERMISSION, refuse } from '#kit/errors.ts'
import type { Routes } from '#server/module.ts'
import type { files } from '../contract.ts'
import { acceptFile, insertFile, storeOwnPicture } from './arrivals.ts'
import { answerContent } from './content.ts'
import { fileState, readableStates } from './conversions.ts'
import { insertStoredFile } from './file-rows.ts'
import { fileInfo, filePath, getFile } from './files.ts'
import { cropPicture, croppableFormat } from './pictures.ts'
import { mayConvert, mayRead } from './policy.ts'
import { retryConversion } from './request-conversion.ts'
import { downloadAddress, previewOf } from './signed-addresses.ts'
import { m3u8Token, masterPlaylist, qualityPlaylist, streamKey, streamPiece } from './stream.ts'
import type { DB } from './tables.ts'
import { audienceOf, finishUpload } from './uploads.ts'

export const routes: Routes<DB, typeof files> = {
  finishUpload: (db, { params }, context) => finishUpload(db, params.id, context),

  async uploadFile(db, { body }, { caller, outside, now, upload }) {
    const { kind = 'attachment', audience } = body
    const { companyId, memberId } = caller
    const file = { id: uuid(), companyId, ownerId: memberId, kind, audience: audienceOf(kind, audience) }
    const row = await acceptFile(outside, file, { path: upload?.path ?? '', name: upload?.name ?? '' }, now)
    await insertStoredFile(db, outside, row)
    return fileInfo(row)
  },

  async cropperUpload(db, _input, { caller, outside, now, upload }) {
    const bytes = upload?.bytes ?? Buffer.alloc(0)
    if (!(await croppableFormat(bytes))) throw refuse(FILE_TYPE_UNSUPPORTED, { extensions: ['jpg', 'jpeg', 'png'] })
    const id = uuid()
    const picture = { bytes: await cropPicture(bytes), name: 'avatar.png', width: 200, height: 200 }
    const { companyId, memberId: ownerId } = caller
    const row = await storeOwnPicture(
      outside,
      { id, companyId, ownerId, kind: 'avatar', audience: 'company' },
      picture,
      now,
    )
    await insertFile(db, row)
    return { code: 200, path: filePath(id), imgId: id, id }
  },

  fileContent: (db, { params, query }, context) => answerContent(db, { ...params, ...query }, context),

  async fileInfo(db, { params }, { caller }) {
    const file = await getFile(db, caller.companyId, params.id)
    if (!mayRead(file, caller, false)) throw refuse(NO_PERMISSION)
    return fileInfo(file)
  },

  preview: (db, { query }, context) => previewOf(db, context.caller, query.id, context),

  downloadAddress: (db, { query }, { caller, now }) => downloadAddress(db, caller, query.id, now),

  fileStates: async (db, { query }, { caller }) => ({ items: await readableStates(db, caller, query.ids) }),

  async retryParse(db, { body }, { caller, outside, now }) {
    const file = await getFile(db, caller.companyId, body.id)
    if (!mayConvert(file, caller)) throw refuse(NO_PERMISSION)
    await retryConversion(db, outside.config, file, now)
    return fileState(db, caller.companyId, body.id)
  },

  m3u8Token: (db, { query }, { caller, now }) => m3u8Token(db, caller, query, now),

  masterPlaylist: (db, { params, query }, context) => masterPlaylist(db, { ...params, ...query }, context),

  qualityPlaylist: (db, { params, query }, context) => qualityPlaylist(db, { ...params, ...query }, context),

  streamPiece: (db, { params, query }, context) => streamPiece(db, { ...params, ...query }, context),

  streamKey: (db, { params, query }, context) => streamKey(db, { ...params, ...query }, context),
}
