/** Ends work whose client has disconnected. No response is sent. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone'

  /** `wasSent` is false when the statement never reached the server. */
  constructor(readonly wasSent = true) {
    super()
  }
}
