/** When goods can be exchanged. */
import { type RawBuilder, sql } from 'kysely'

/** Of the goods `g`: they are on sale now. */
export const onSaleSql = (now: number): RawBuilder<boolean> =>
  sql<boolean>`(g.status = 'on-sale' and coalesce(g.sale_from, 0) <= ${now}
    and (g.sale_until is null or g.sale_until > ${now}))`
