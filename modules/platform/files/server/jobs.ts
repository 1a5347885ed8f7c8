/** Jobs that delete the bytes of deleted files and the leftovers of unfinished uploads. */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Body } from '#kit/schema.ts'
import { job } from '#server/module.ts'
import { filesTables } from './db.ts'
import { conversionsDirectory, receivedDirectory, uploadsDirectory } from './directories.ts'

const hourMs = 3_600_000

export const deleteObject = job({
  name: 'files.delete-object',
  payload: Body({ key: Type.String({ maxLength: 64 }) }),
  outside: true,
  async run(_db, { key }, { outside }) {
    await outside.storage.delete(key)
  },
})

export const removeExpiredUploads = job({
  name: 'files.remove-expired-uploads',
  payload: Type.Object({}),
  outside: true,
  cron: '17 * * * *',
  async run(connection, _payload, { outside, now }) {
    const db = filesTables(connection)
    await db.deleteFrom('files.upload').where('expires_at', '<=', now).execute()
    const directory = uploadsDirectory(outside.config)
    const names = await readdir(directory).catch(() => [])
    const rows = await db
      .selectFrom('files.upload')
      .select('id')
      .where((e) => e('id', '=', e.fn.any(e.val(names.filter((name) => /^[0-9a-f-]{36}$/.test(name))))))
      .execute()
    const wanted = new Set(rows.map((row) => row.id))
    for (const name of names) if (!wanted.has(name)) await removeIfOld(join(directory, name), now - hourMs)
    for (const directory of [receivedDirectory(outside.config), conversionsDirectory(outside.config)]) {
      for (const name of await readdir(directory).catch(() => []))
        await removeIfOld(join(directory, name), now - 24 * hourMs)
    }
    await outside.storage.removeLeftovers(now - 24 * hourMs)
  },
})

/** A file may exist shortly before its row, so only an old file counts as a leftover. */
async function removeIfOld(path: string, before: number): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (found && found.mtimeMs < before) await rm(path, { force: true, recursive: true })
}
