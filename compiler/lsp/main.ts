import { createConnection, ProposedFeatures } from "vscode-languageserver/node";
import { serve } from "./server.js";

// The protocol has standard output; the connection ends the process when its client has gone.
serve(createConnection(ProposedFeatures.all, process.stdin, process.stdout));
