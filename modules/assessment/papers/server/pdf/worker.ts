/** Prints papers in a thread of its own: the glyphs of a hundred questions take a moment that the server's has not. */
import { serveOrders } from '#server/pdf/serve-orders.ts'
import { type PrintOrder, printedPaper } from './document.ts'

serveOrders<PrintOrder>(printedPaper)
