/** Simulates a database on another machine: forwards bytes to the given port, each a millisecond later. */
import { connect, createServer, type Socket } from 'node:net'

const oneWayMs = 1

const passOn = (from: Socket, to: Socket) => {
  from.setNoDelay(true)
  from.on('data', (bytes) => setTimeout(() => to.write(bytes), oneWayMs))
  from.on('close', () => setTimeout(() => to.destroy(), oneWayMs))
  from.on('error', () => undefined)
}

const server = createServer((near) => {
  const far = connect(Number(process.argv[2]), '127.0.0.1')
  passOn(near, far)
  passOn(far, near)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') process.send?.(address.port)
})
