/**
 * DynamoDB Local's own command line always listens on every address of the machine and cannot be told otherwise, and it takes any
 * credentials. So it is put together here by Jetty's configuration language (both come in its jar): the same handlers, behind a connector
 * that is bound to the loopback address.
 */
import { loopbackAddress } from "./loopback.ts";

export interface DynamoDbLocalSettings {
  /** Else the database files are made in the working folder of the process. */
  inMemory: boolean;
}

/**
 * The process prints `listening <port>` when it is ready. It then reads its standard input, which nothing is ever written to, and exits at
 * its end: that is when the parent is gone, be it killed. Arguments of the request handler: first a number that is not used, then in
 * memory, folder (which must be absent in memory), one database for all credentials, slow table states. The last argument of the server
 * handler are the web origins that may call it: where none is named, it lets in all.
 */
export function dynamoDbLocalXml({ inMemory }: DynamoDbLocalSettings): string {
  const server = "com.amazonaws.services.dynamodbv2.local.server";
  return `<?xml version="1.0"?>
<!DOCTYPE Configure PUBLIC "-//Jetty//Configure//EN" "http://www.eclipse.org/jetty/configure_9_3.dtd">
<Configure id="server" class="org.eclipse.jetty.server.Server">
  <Call name="addConnector">
    <Arg>
      <New id="connector" class="org.eclipse.jetty.server.ServerConnector">
        <Arg name="server"><Ref refid="server"/></Arg>
        <Set name="host">${loopbackAddress}</Set>
        <Set name="port">0</Set>
      </New>
    </Arg>
  </Call>
  <Set name="handler">
    <New class="org.eclipse.jetty.server.handler.ContextHandler">
      <Set name="handler">
        <New class="${server}.LocalDynamoDBServerHandler">
          <Arg>
            <New class="${server}.LocalDynamoDBRequestHandler">
              <Arg type="int">0</Arg>
              <Arg type="boolean">${inMemory}</Arg>
              ${inMemory ? "<Arg/>" : "<Arg>.</Arg>"}
              <Arg type="boolean">false</Arg>
              <Arg type="boolean">false</Arg>
            </New>
          </Arg>
          <Arg>http://localhost</Arg>
        </New>
      </Set>
    </New>
  </Set>
  <Call name="start"/>
  <Ref refid="connector"><Get id="port" name="localPort"/></Ref>
  <Get class="java.lang.System" name="out">
    <Call name="print"><Arg type="String">listening </Arg></Call>
    <Call name="println"><Arg type="int"><Ref refid="port"/></Arg></Call>
  </Get>
  <Get class="java.lang.System" name="in"><Call name="read"/></Get>
  <Call class="java.lang.System" name="exit"><Arg type="int">0</Arg></Call>
</Configure>
`;
}
