import type { Command, Decision, MtgEvent } from "./mtg_fsm.js";

/** What your server sends: the names of the messages are yours, what is in them is typed. */
type Message = { event: MtgEvent } | { decision: Decision };

export function play(socket: WebSocket, show: (text: string) => void): void {
  const send = (command: Command): void => socket.send(JSON.stringify(command));

  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(data as string) as Message;
    if ("event" in message) {
      show(text(message.event));
    } else if (message.decision.kind === "priority") {
      send({ action: "pass", player: message.decision.player });
    }
  });
}

function text(event: MtgEvent): string {
  switch (event.event) {
    case "card_drawn":
      return `${event.player} draws ${event.card}`;
    case "permanent_left":
      return event.to === "graveyard" ? `${event.permanent} is gone` : `${event.permanent} leaves`;
    default:
      return event.event;
  }
}
