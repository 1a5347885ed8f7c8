/** A bare `ws` server that hands every message to every socket: the floor of rooms.ts. */
import { WebSocketServer } from 'ws'

const server = new WebSocketServer({ port: Number(process.env.PORT), host: '127.0.0.1', perMessageDeflate: false })
server.on('connection', (socket) => {
  socket.on('message', (data) => {
    for (const one of server.clients) one.send(data, { binary: false })
  })
})
server.on('listening', () => process.send?.('ready'))
