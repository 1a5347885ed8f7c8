/** Own pictures and categories of a company, for tests and demo data. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { picturesTables } from './db.ts'
import { platformCategories } from './drawings/library.ts'

interface PictureInput {
  readonly companyId: string
  readonly createdBy: string
  readonly now: number
  readonly id?: string
  readonly fileId?: string
  readonly categoryId?: string
  readonly name?: string
  readonly titleLengthMax?: number
  readonly position?: number
  readonly isRetired?: boolean
}

export async function buildPictures(connection: Connection, inputs: readonly PictureInput[]): Promise<string[]> {
  const rows = inputs.map((input, index) => ({
    id: input.id ?? uuid(),
    company_id: input.companyId,
    category_id: input.categoryId ?? platformCategories[0]?.id ?? '',
    name: input.name ?? `公司照片${index + 1}`,
    file_id: input.fileId ?? uuid(),
    width: 1280,
    height: 720,
    title_length_max: input.titleLengthMax ?? 20,
    position: input.position ?? index,
    retired_at: input.isRetired ? input.now : null,
    created_by: input.createdBy,
    created_at: input.now,
  }))
  await picturesTables(connection).insertInto('pictures.picture').values(rows).execute()
  return rows.map(({ id }) => id)
}

export async function buildCategory(
  connection: Connection,
  input: { readonly companyId: string; readonly name: string; readonly id?: string; readonly position?: number },
): Promise<string> {
  const { id = uuid(), companyId, name, position = 0 } = input
  await picturesTables(connection)
    .insertInto('pictures.category')
    .values({ id, company_id: companyId, name, position })
    .execute()
  return id
}
