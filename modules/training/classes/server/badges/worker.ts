/** Prints name badges in a thread of its own: the glyphs of many names take a moment that the server's has not. */
import { serveOrders } from '#server/pdf/serve-orders.ts'
import { type BadgeOrder, printedBadges } from './document.ts'

serveOrders<BadgeOrder>(printedBadges)
